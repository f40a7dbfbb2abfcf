import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';

/** Puts down that a prize is on its way */
export const markLuckySent = defineConsoleCall({
  name: 'markLuckySent',
  topic: 'console/lucky',
  method: 'POST',
  path: '/lucky-claims/{luckyNo}/sent',
  summary: 'Puts down that a prize is on its way',
  input: Type.Object({ luckyNo: Type.String({ pattern: '^[A-Z]{2}[0-9]{10,26}$', description: '奖品编号' }) }),
  output: Type.Object({}),
  errors: ['not-found'],
  staff: ['lucky.change'],
  title: '登记奖品已寄',
  noted: 'change',
});
