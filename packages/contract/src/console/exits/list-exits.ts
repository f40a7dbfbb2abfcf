import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ApprovalView } from '../staff/staff-schemas.ts';
import { ExitLine } from './exit-schemas.ts';

/** Where residents can be led away to, and the sites that the settings allow */
export const listExits = defineConsoleCall({
  name: 'listExits',
  topic: 'console/exits',
  method: 'GET',
  path: '/exits',
  summary: 'Where residents can be led away to, and the sites that the settings allow',
  input: Type.Object({}),
  output: Type.Object({
    exits: Type.Array(ExitLine),
    /** Sites of partners, and of the medical-insurance app. */
    partnerOrigins: Type.Array(Type.String()),
    medicalOrigins: Type.Array(Type.String()),
    mayChange: Type.Boolean(),
    /** Asked for and not decided, as far as the reader may see it. */
    waiting: Type.Array(ApprovalView),
  }),
  staff: ['exits.view'],
  title: '看外部去处',
  noted: 'nothing',
});
