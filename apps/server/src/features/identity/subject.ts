import type { Core } from '../../core.ts';
import type { Session } from '../../http/handler.ts';
import type { ProofPurpose } from './proof-kinds.ts';

export const SUBJECT_LIFE_MS = 30 * 60_000;
const VAULT_PURPOSE = 'identity-subject';

/** Who is to be checked, and for what. */
export interface Subject {
  readonly purpose: ProofPurpose;
  readonly name: string;
  readonly idNumber: string;
  readonly phone: string | null;
}

/** Who asks: an account, or a visitor's browser. */
export interface Asker {
  readonly userId: bigint | null;
  readonly sessionHash: Buffer;
}

interface Sealed extends Subject {
  readonly asker: string;
  readonly endsAtMs: number;
}

export function askerOf(session: Session): Asker {
  return { userId: session.user?.id ?? null, sessionHash: session.tokenHash };
}

/** A name for limits and seals: the account's, or the visitor's browser's. */
export function askerKey({ userId, sessionHash }: Asker): string {
  return userId === null ? `session:${sessionHash.toString('hex')}` : `user:${userId}`;
}

/** The subject as the browser carries it: unreadable, for this asker only, for half an hour. */
export function sealSubject(core: Core, subject: Subject, asker: Asker): string {
  const endsAtMs = core.clock.now() + SUBJECT_LIFE_MS;
  const sealed: Sealed = { ...subject, asker: askerKey(asker), endsAtMs };
  return core.vault.sealJson(VAULT_PURPOSE, sealed).toString('base64url');
}

/** Null when it is none of ours, somebody else's or too old. */
export function openSubject(core: Core, text: string, session: Session | null): Subject | null {
  if (session === null) return null;
  let sealed: Sealed;
  try {
    sealed = core.vault.openJson(VAULT_PURPOSE, Buffer.from(text, 'base64url')) as Sealed;
  } catch {
    return null;
  }
  const mine = sealed.asker === askerKey(askerOf(session));
  return mine && core.clock.now() < sealed.endsAtMs ? sealed : null;
}
