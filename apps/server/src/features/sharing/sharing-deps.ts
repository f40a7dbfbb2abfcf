import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { Session } from '../../http/handler.ts';
import type { MessagingApp } from '../../ports/messaging-app.ts';
import type { EditionStore } from '../configuration/index.ts';

export interface SharingDependencies extends Core {
  readonly editions: EditionStore;
  readonly limiter: RateLimiter;
  readonly messagingApp: MessagingApp;
  /** `https://host[:port]`, without path. */
  readonly publicOrigin: string;
  /** What residents know the official account by; null: as the product is called. */
  readonly officialAccountName: string | null;
  /** Origins of partners' pages; others are never led to. */
  readonly partnerOrigins: readonly string[];
  /** The messaging app's user of a browser. */
  readonly openIdOf: (session: Session | null) => Promise<string | null>;
}
