import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Day, ReconciliationDayView } from './reconciliation-schemas.ts';

/** What the providers' bills, the orders and the insurer came to on a day, and what lies between them */
export const showReconciliationDay = defineConsoleCall({
  name: 'showReconciliationDay',
  topic: 'console/reconciliation',
  method: 'GET',
  path: '/reconciliation/days/{day}',
  summary: 'What the providers’ bills, the orders and the insurer came to on a day, and what lies between them',
  input: Type.Object({ day: Day }),
  output: ReconciliationDayView,
  errors: ['staff-rule'],
  staff: ['reconciliation.view'],
  title: '看一天的对账',
  noted: 'nothing',
});
