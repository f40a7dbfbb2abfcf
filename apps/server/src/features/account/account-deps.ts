import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { SessionUser } from '../../http/handler.ts';
import type { MessagingApp } from '../../ports/messaging-app.ts';
import type { SmsGateway } from '../../ports/sms-gateway.ts';
import type { CurrentDocuments } from './login-documents.ts';
import type { Sessions } from './sessions.ts';

export interface AccountDeps {
  readonly core: Core;
  readonly sessions: Sessions;
  readonly limiter: RateLimiter;
  readonly sms: SmsGateway;
  readonly messagingApp: MessagingApp;
  /** `https://host[:port]`, without path. */
  readonly publicOrigin: string;
  readonly editions: CurrentDocuments;
  /** Name the user kept for themselves, unmasked, or null. */
  selfName(user: SessionUser): Promise<string | null>;
}
