/** What is known of who asks for somebody's claims. */
export interface ClaimAsker {
  /** How the account keeps the person; `said`: it keeps nobody as itself, and the person was typed. */
  readonly kept: 'self' | 'child' | 'other' | 'said';
  readonly isAdult: boolean;
  /** Whether the phones that the person's claims name are the account's; `none`: they name no phone. */
  readonly claimPhone: 'fits' | 'other' | 'none';
  /** The account's phone is kept with the person's policy as the person's own. */
  readonly policyPhoneFits: boolean;
  /** The account bought the person's policy. */
  readonly boughtIt: boolean;
}

/**
 * Who sees claims: the person themselves, by the phone the insurer knows as theirs, or where it knows none by the one in
 * their policy, which whoever bought it typed; and of a minor the parent who bought the policy or whose phone the claims
 * name. Nobody else: not who paid for another adult.
 */
export function claimAccess(asker: ClaimAsker): 'insured' | 'guardian' | null {
  const { kept, isAdult, claimPhone, policyPhoneFits, boughtIt } = asker;
  const phoneFits = claimPhone === 'none' ? policyPhoneFits : claimPhone === 'fits';
  if (kept === 'self' || kept === 'said') return phoneFits ? 'insured' : null;
  if (kept === 'child' && !isAdult) return phoneFits || boughtIt ? 'guardian' : null;
  return null;
}
