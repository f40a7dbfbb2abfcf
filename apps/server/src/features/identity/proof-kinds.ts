/** How it was proven. */
export type ProofKind = 'sms-old-phone' | 'face' | 'operator-three-element' | 'manual';
/** The step it was proven for; a proof opens no other. */
export type ProofPurpose =
  | 'change-phone'
  | 'recover-account'
  | 'change-payer'
  | 'correct-identity'
  | 'query-pre-existing';
