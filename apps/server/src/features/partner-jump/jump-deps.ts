import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { SessionUser } from '../../http/handler.ts';
import type { MedicalApp } from '../../ports/medical-app.ts';
import type { DataKey } from '../../security/vault.ts';
import type { EditionStore } from '../configuration/index.ts';

export interface JumpDependencies extends Core {
  readonly editions: EditionStore;
  readonly limiter: RateLimiter;
  /** Null where the settings name no way into the app. */
  readonly medicalApp: MedicalApp | null;
  /** The phone of an account, 11 digits. */
  readonly ownPhone: (user: SessionUser) => Promise<string>;
  /** What partners' tokens are sealed with, the one in use first; null: none are made. */
  readonly tokenKeys: readonly DataKey[] | null;
  /** Origins of partners' pages; a token is made for no other. */
  readonly partnerOrigins: readonly string[];
}
