import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { LuckyReason, NewRound } from './lucky-schemas.ts';

/** Asks for a round of the draw; it is there, and never changed, when another person has agreed */
export const askLuckyRound = defineConsoleCall({
  name: 'askLuckyRound',
  topic: 'console/lucky',
  method: 'POST',
  path: '/lucky-rounds',
  summary: 'Asks for a round of the draw; it is there, and never changed, when another person has agreed',
  input: Type.Object({ ...NewRound.properties, reason: LuckyReason }),
  output: Type.Object({ approvalNo: Type.String() }),
  errors: ['bad-input', 'not-found', 'staff-rule'],
  staff: ['lucky.change'],
  title: '申请开一轮抽奖',
  noted: 'change',
});
