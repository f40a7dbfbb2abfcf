import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ApprovalView } from '../staff/staff-schemas.ts';
import { SalePauseLine } from './sale-pause-schemas.ts';

/** Where the sale stands still, what waits to let it go on, and the last twenty that have ended */
export const listSalePauses = defineConsoleCall({
  name: 'listSalePauses',
  topic: 'console/editions',
  method: 'GET',
  path: '/sale-pauses',
  summary: 'Where the sale stands still, what waits to let it go on, and the last twenty that have ended',
  input: Type.Object({}),
  output: Type.Object({
    pauses: Type.Array(SalePauseLine),
    waiting: Type.Array(ApprovalView),
    mayPause: Type.Boolean(),
    mayResume: Type.Boolean(),
  }),
  staff: ['edition.view'],
  title: '看暂停参保',
  noted: 'nothing',
});
