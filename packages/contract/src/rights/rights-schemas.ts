import Type from 'typebox';
import { BeijingTime, Deadline } from '../vocabulary/schemas.ts';

/** correct: something is wrong that no change can mend; restrict: keep it, do nothing else with it; consent: take a consent back. */
export const RightName = Type.Enum(['correct', 'restrict', 'erase', 'consent'], { description: '申请什么' });
/** What can be taken back at once, without anybody. */
export const ConsentName = Type.Enum(['marketing', 'pre-existing', 'withholding'], { description: '撤回哪项同意' });
export const RightsWords = Type.String({ minLength: 2, maxLength: 300, description: '说明，2 到 300 个字' });
export const RightsTone = Type.Enum(['success', 'warn', 'error', 'info', 'neutral']);

export const Lifted = Type.Union([Type.Object({ at: BeijingTime, words: Type.String() }), Type.Null()]);

export const OwnRequest = Type.Object({
  right: RightName,
  statusLabel: Type.String(),
  open: Type.Boolean(),
  askedAt: BeijingTime,
  dueAt: Deadline,
  answer: Type.Union([Type.String(), Type.Null()]),
  /** A restriction that was taken back: when, and what that set free. */
  lifted: Lifted,
});
