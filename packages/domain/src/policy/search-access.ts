/**
 * Who asks about a policy. `policyholder`: logged in, and the order is theirs; `insured`: logged in with the phone that is
 * kept with the policy as the insured's own; `known-phone`: not logged in, a code reached the phone that is kept as the
 * policyholder's or the insured's; `other-phone`: not logged in, knows name and number, the phone is any.
 */
export type PolicyAsker = 'policyholder' | 'insured' | 'known-phone' | 'other-phone';

export interface PolicyAccess {
  /** The insured's name as it is; masked otherwise. */
  wholeName: boolean;
  /** Number of the policy, and the place of the medical insurance. */
  details: boolean;
  /** May open and keep the e-policy. */
  ePolicy: boolean;
  /** May go to the order: payment, voucher, changes, giving back. */
  order: boolean;
}

/** What each asker may see beyond product, plan, period and state, which every asker sees. */
export const POLICY_ACCESS: Readonly<Record<PolicyAsker, PolicyAccess>> = {
  policyholder: { wholeName: true, details: true, ePolicy: true, order: true },
  insured: { wholeName: true, details: true, ePolicy: true, order: false },
  'known-phone': { wholeName: true, details: true, ePolicy: true, order: false },
  'other-phone': { wholeName: false, details: false, ePolicy: false, order: false },
};

/** Phones kept with a policy, 11 digits; null where none was given. */
export interface PolicyPhones {
  policyholder: string | null;
  insured: string | null;
}

/** Which asker somebody without a login is: a code has just reached `phone`. */
export function askerByPhone(phone: string, kept: PolicyPhones): PolicyAsker {
  return phone === kept.policyholder || phone === kept.insured ? 'known-phone' : 'other-phone';
}
