import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { LuckyReason, RoundCode } from './lucky-schemas.ts';

/** Ends a round before its time; prizes that were won can still be claimed */
export const closeLuckyRound = defineConsoleCall({
  name: 'closeLuckyRound',
  topic: 'console/lucky',
  method: 'POST',
  path: '/lucky-rounds/{roundCode}/close',
  summary: 'Ends a round before its time; prizes that were won can still be claimed',
  input: Type.Object({ roundCode: RoundCode, reason: LuckyReason }),
  output: Type.Object({}),
  errors: ['not-found'],
  staff: ['lucky.change', 'lucky.approve'],
  title: '提前结束一轮抽奖',
  noted: 'change',
});
