import Type, { type Static } from 'typebox';

/** Where in the medical-insurance app a jump ends. */
export const JumpTarget = Type.String({ pattern: '^[a-z][a-z0-9-]{1,29}$', description: '前往的功能' });

export const JumpStatus = Type.Enum(['agreed', 'telling', 'told', 'opened', 'refused', 'lapsed']);

export const Jump = Type.Object({
  source: JumpTarget,
  targetName: Type.String(),
  status: JumpStatus,
  statusLabel: Type.String(),
  /** Beijing time. */
  agreedAt: Type.String(),
  consentVersion: Type.Integer(),
  phoneMasked: Type.String(),
});
export type JumpValue = Static<typeof Jump>;
