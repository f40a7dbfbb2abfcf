import type { Core } from '../../../core.ts';
import type { Session } from '../../../http/handler.ts';
import type { LoginDocuments } from '../login-documents.ts';

export const RECOVERY_LIFE_MS = 30 * 60_000;
const PURPOSE = 'recovery';

/** What an identity login has found out so far: who, on which new phone (verified), and whose accounts they would be. */
export interface Recovery {
  readonly newPhone: string;
  readonly personIndex: Buffer;
  readonly accountIds: readonly bigint[];
  readonly agreed: LoginDocuments;
}

interface Packed {
  readonly session: string;
  readonly phone: string;
  readonly person: string;
  readonly accounts: readonly string[];
  readonly agreed: LoginDocuments;
  readonly expiresAtMs: number;
}

type TokenCore = Pick<Core, 'vault' | 'clock'>;

/** Sealed and bound to the browser's session: it says nothing to anybody, and works nowhere else. */
export function sealRecovery(core: TokenCore, sessionHash: Buffer, recovery: Recovery): string {
  const packed: Packed = {
    session: sessionHash.toString('hex'),
    phone: recovery.newPhone,
    person: recovery.personIndex.toString('hex'),
    accounts: recovery.accountIds.map(String),
    agreed: recovery.agreed,
    expiresAtMs: core.clock.now() + RECOVERY_LIFE_MS,
  };
  return core.vault.sealJson(PURPOSE, packed).toString('base64url');
}

/** Null for a token that ran out, was given to another browser, or is none. */
export function openRecovery(core: TokenCore, session: Session | null, token: string): Recovery | null {
  if (!session) return null;
  try {
    const packed = core.vault.openJson<Packed>(PURPOSE, Buffer.from(token, 'base64url'));
    if (packed.session !== session.tokenHash.toString('hex') || packed.expiresAtMs <= core.clock.now()) return null;
    return {
      newPhone: packed.phone,
      personIndex: Buffer.from(packed.person, 'hex'),
      accountIds: packed.accounts.map(BigInt),
      agreed: packed.agreed,
    };
  } catch {
    return null;
  }
}
