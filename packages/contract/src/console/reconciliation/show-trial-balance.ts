import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { TrialBalanceView } from './reconciliation-schemas.ts';

/** The ledger's accounts as they were last added up, and whether they agreed with every payment and refund */
export const showTrialBalance = defineConsoleCall({
  name: 'showTrialBalance',
  topic: 'console/reconciliation',
  method: 'GET',
  path: '/reconciliation/trial-balance',
  summary: 'The ledger’s accounts as they were last added up, and whether they agreed with every payment and refund',
  input: Type.Object({}),
  output: Type.Object({
    /** Null until it was worked out for the first time. */
    balance: Type.Union([TrialBalanceView, Type.Null()]),
    /** Asked for, and being worked out. */
    isAwaited: Type.Boolean(),
    mayAsk: Type.Boolean(),
  }),
  errors: ['staff-rule'],
  staff: ['reconciliation.view'],
  title: '看试算平衡',
  noted: 'nothing',
});
