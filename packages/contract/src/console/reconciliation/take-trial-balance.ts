import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';

/** Has the ledger added up and compared anew; done within seconds to minutes */
export const takeTrialBalance = defineConsoleCall({
  name: 'takeTrialBalance',
  topic: 'console/reconciliation',
  method: 'POST',
  path: '/reconciliation/trial-balance/take',
  summary: 'Has the ledger added up and compared anew; done within seconds to minutes',
  input: Type.Object({}),
  output: Type.Object({}),
  errors: ['staff-rule'],
  staff: ['reconciliation.settle'],
  title: '再算试算平衡',
  noted: 'change',
});
