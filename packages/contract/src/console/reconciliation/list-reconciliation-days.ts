import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Day, ReconciliationDayLine } from './reconciliation-schemas.ts';

/** Days whose bills were wanted, the latest first, with what is open */
export const listReconciliationDays = defineConsoleCall({
  name: 'listReconciliationDays',
  topic: 'console/reconciliation',
  method: 'GET',
  path: '/reconciliation/days',
  summary: 'Days whose bills were wanted, the latest first, with what is open',
  input: Type.Object({ before: Type.Optional(Day) }),
  output: Type.Object({ days: Type.Array(ReconciliationDayLine), next: Type.Union([Day, Type.Null()]) }),
  errors: ['staff-rule'],
  staff: ['reconciliation.view'],
  title: '看对账日',
  noted: 'nothing',
});
