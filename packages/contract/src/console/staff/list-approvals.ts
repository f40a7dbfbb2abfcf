import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ApprovalView, PageCursor } from './staff-schemas.ts';

/** Requests that need a second person: those one may decide and one's own, newest first */
export const listApprovals = defineConsoleCall({
  name: 'listApprovals',
  topic: 'console/staff',
  method: 'GET',
  path: '/approvals',
  summary: 'Requests that need a second person: those one may decide and one’s own, newest first',
  input: Type.Object({
    before: Type.Optional(PageCursor),
    which: Type.Optional(Type.Enum(['waiting', 'mine', 'done'])),
  }),
  output: Type.Object({
    approvals: Type.Array(ApprovalView),
    next: Type.Union([PageCursor, Type.Null()]),
  }),
  staff: ['approvals.view'],
  title: '看申请',
  noted: 'nothing',
});
