/** What is known of who asks for somebody's claims. */
export interface ClaimAsker {
  /** How the account keeps the person; `said`: it keeps nobody as itself, and the person was typed. */
  readonly kept: 'self' | 'child' | 'other' | 'said';
  readonly isAdult: boolean;
  /** The account's phone is the one kept with the person's claims or, as the person's own, with their policy. */
  readonly phoneFits: boolean;
  /** The account bought the person's policy. */
  readonly boughtIt: boolean;
}

/**
 * Who sees claims: the person themselves, proven by the phone that insurer or policy know as theirs; and of a minor the
 * parent who bought the policy or whose phone the claims name. Nobody else: not who paid for another adult.
 */
export function claimAccess({ kept, isAdult, phoneFits, boughtIt }: ClaimAsker): 'insured' | 'guardian' | null {
  if (kept === 'self' || kept === 'said') return phoneFits ? 'insured' : null;
  if (kept === 'child' && !isAdult) return phoneFits || boughtIt ? 'guardian' : null;
  return null;
}
