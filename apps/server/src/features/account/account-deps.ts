import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';
import type { AlipayLogin } from '../../ports/alipay-login.ts';
import type { MessagingApp } from '../../ports/messaging-app.ts';
import type { SmsGateway } from '../../ports/sms-gateway.ts';
import type { IdentityProofs } from '../identity/index.ts';
import type { CurrentDocuments } from './login-documents.ts';
import type { PartnerKeys } from './other-logins/partner-token.ts';
import type { Sessions } from './sessions.ts';

export interface AccountDeps {
  readonly core: Core;
  readonly sessions: Sessions;
  readonly limiter: RateLimiter;
  readonly sms: SmsGateway;
  readonly messagingApp: MessagingApp;
  /** Null where the settings do not name Alipay. */
  readonly alipayLogin: AlipayLogin | null;
  /** Null where the settings name no partner. */
  readonly partner: PartnerKeys | null;
  /** `https://host[:port]`, without path. */
  readonly publicOrigin: string;
  readonly editions: CurrentDocuments;
  readonly proofs: IdentityProofs;
  readonly self: OwnPerson;
  /** Companies that a phone speaks for. */
  readonly companies: HeldByPhone;
  /** Reminders of a sale's opening that a phone has booked. */
  readonly bookings: HeldByPhone;
  readonly orders: OrdersOfAccounts;
}

/** What hangs on a phone rather than on the account. */
export interface HeldByPhone {
  /** Within the move to another phone: it follows, and is not left to whoever gets the old number next. */
  movePhone(query: Query, from: string, to: string): Promise<void>;
}

/** What the account has to know of the people its user keeps. */
export interface OwnPerson {
  /** Name the user kept for themselves, unmasked, or null. */
  name(user: SessionUser): Promise<string | null>;
  /** `core.index.person(…)` of the person the user kept for themselves. */
  personIndex(user: SessionUser): Promise<Buffer | null>;
  /** Within the move to another phone: what was kept for oneself follows. */
  movePhone(query: Query, user: Pick<SessionUser, 'id' | 'shard'>, from: string, to: string): Promise<void>;
  /** Whether anybody is kept. */
  keepsPeople(query: Query, user: Pick<SessionUser, 'id' | 'shard'>): Promise<boolean>;
}

export interface Cover {
  readonly editionYear: number;
  readonly productName: string;
  readonly people: number;
}

/** What the account has to know of its orders. */
export interface OrdersOfAccounts {
  /** Whether there is any order. */
  has(query: Query, user: Pick<SessionUser, 'id' | 'shard'>): Promise<boolean>;
  /** Whether an order of an edition before the one on sale was paid. */
  hasEarlier(user: SessionUser): Promise<boolean>;
  /** What was paid for, by edition; no name and no number. */
  covers(user: Pick<SessionUser, 'id' | 'shard'>): Promise<Cover[]>;
  /** The policyholder of the newest paid order, whole: for the people of the service who compare. */
  newestHolder(
    user: Pick<SessionUser, 'id' | 'shard'>,
    query?: Query,
  ): Promise<{ readonly name: string; readonly idNumber: string } | null>;
}
