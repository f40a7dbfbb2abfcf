import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AlertNo, AlertView } from './upkeep-schemas.ts';

/** Puts down what was done about an alert; it leaves the open ones */
export const resolveAlert = defineConsoleCall({
  name: 'resolveAlert',
  topic: 'console/upkeep',
  method: 'POST',
  path: '/alerts/{alertNo}/resolve',
  summary: 'Puts down what was done about an alert; it leaves the open ones',
  input: Type.Object({
    alertNo: AlertNo,
    note: Type.String({ minLength: 2, maxLength: 200, description: '怎么处理的，2 到 200 个字' }),
  }),
  output: AlertView,
  errors: ['not-found', 'staff-rule'],
  staff: ['alerts.resolve'],
  title: '处理提醒',
  noted: 'change',
});
