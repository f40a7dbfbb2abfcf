import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AskedApproval, Reason } from '../staff/staff-schemas.ts';
import { Day } from './reconciliation-schemas.ts';

/** Asks for a day to be closed; only where nothing is open, and after another person has agreed */
export const askDayClosing = defineConsoleCall({
  name: 'askDayClosing',
  topic: 'console/reconciliation',
  method: 'POST',
  path: '/reconciliation/days/{day}/closing',
  summary: 'Asks for a day to be closed; only where nothing is open, and after another person has agreed',
  input: Type.Object({ day: Day, reason: Reason }),
  output: AskedApproval,
  errors: ['staff-rule'],
  staff: ['reconciliation.settle'],
  title: '结清当日',
  noted: 'change',
});
