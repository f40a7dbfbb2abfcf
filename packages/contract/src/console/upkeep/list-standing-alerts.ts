import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AlertView } from './upkeep-schemas.ts';

/** What was checked and is not right now: the books, the audit log. Empty for whoever sees a part of the province alone */
export const listStandingAlerts = defineConsoleCall({
  name: 'listStandingAlerts',
  topic: 'console/upkeep',
  method: 'GET',
  path: '/alerts/standing',
  summary:
    'What was checked and is not right now: the books, the audit log. Empty for whoever sees a part of the province alone',
  input: Type.Object({}),
  output: Type.Object({ alerts: Type.Array(AlertView) }),
  staff: ['alerts.view'],
  title: '看没有对上的检查',
  noted: 'nothing',
});
