import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { TrialBalanceView } from './reconciliation-schemas.ts';

/** The ledger's accounts now, and whether they agree with every payment and refund */
export const showTrialBalance = defineConsoleCall({
  name: 'showTrialBalance',
  topic: 'console/reconciliation',
  method: 'GET',
  path: '/reconciliation/trial-balance',
  summary: 'The ledger’s accounts now, and whether they agree with every payment and refund',
  input: Type.Object({}),
  output: TrialBalanceView,
  errors: ['staff-rule'],
  staff: ['reconciliation.view'],
  title: '看试算平衡',
  noted: 'nothing',
});
