import type { Query } from '../../../db/database.ts';
import type { AccountDeps } from '../account-deps.ts';
import { holderOf } from '../holder-store.ts';
import type { KnownUser } from '../user-store.ts';

interface Step {
  readonly proofToken: string;
  readonly purpose: 'change-phone' | 'recover-account';
  readonly user: KnownUser;
  readonly newPhone: string;
  readonly sessionHash: Buffer | null;
  /** Somebody else may be logged in where an account is being found again. */
  readonly sessionUserId: bigint | null;
}

/**
 * Uses up the proof and says whether it carries a move to the new phone: the old phone's code; the face of the person
 * whose account it is; or the carrier's word that the new phone is that person's. Whose account it is says the first
 * paid order, and before that the person kept for oneself.
 */
export async function isProven(deps: AccountDeps, query: Query, step: Step): Promise<boolean> {
  const { user, purpose } = step;
  const loggedIn = purpose === 'change-phone';
  const proof = await deps.proofs.consume(
    step.proofToken,
    { purpose, userId: loggedIn ? user.id : step.sessionUserId, sessionHash: step.sessionHash },
    query,
  );
  if (!proof) return false;
  if (proof.kind === 'sms-old-phone') return proof.phoneIndex?.equals(user.phoneIndex) === true;
  const person = (await holderOf(query, user.id)) ?? (loggedIn ? await deps.self.personIndex(user) : null);
  if (!person || !proof.personIndex?.equals(person)) return false;
  if (proof.kind === 'face') return true;
  return (
    proof.kind === 'operator-three-element' && proof.phoneIndex?.equals(deps.core.index.phone(step.newPhone)) === true
  );
}
