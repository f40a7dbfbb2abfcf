import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { SessionUser } from '../../http/handler.ts';
import type { CardReader, CarrierCheck, CheckedPerson, FaceProvider } from '../../ports/identity-checks.ts';

export interface IdentityDeps {
  readonly core: Core;
  readonly limiter: RateLimiter;
  /** What the settings name; what they do not name is not offered. */
  readonly carrier: CarrierCheck | null;
  readonly faces: ReadonlyMap<FaceProvider['code'], FaceProvider>;
  readonly cards: CardReader | null;
  readonly publicOrigin: string;
  /** A session for a browser that has none; answers its token. */
  startVisitor(): Promise<string>;
  /** The phone of an account. */
  ownPhone(user: SessionUser): Promise<string>;
  /** Who an account belongs to, by what its user kept; null when they kept nothing about themselves. */
  ownIdentity(user: SessionUser): Promise<(CheckedPerson & { readonly idType: string }) | null>;
}
