import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Day } from './reconciliation-schemas.ts';

/** Has a day's bills fetched and compared once more, and policies with the insurers’ files */
export const fetchBillsAgain = defineConsoleCall({
  name: 'fetchBillsAgain',
  topic: 'console/reconciliation',
  method: 'POST',
  path: '/reconciliation/days/{day}/fetch',
  summary: 'Has a day’s bills fetched and compared once more, and policies with the insurers’ files',
  input: Type.Object({ day: Day }),
  output: Type.Object({}),
  errors: ['staff-rule'],
  staff: ['reconciliation.settle'],
  title: '重新取账单',
  noted: 'change',
});
