import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { PageCursor, StaffMemberView, StaffRoleName } from './staff-schemas.ts';

/** The people of the console, by their number, a page at a time */
export const listStaff = defineConsoleCall({
  name: 'listStaff',
  topic: 'console/staff',
  method: 'GET',
  path: '/staff',
  summary: 'The people of the console, by their number, a page at a time',
  input: Type.Object({
    after: Type.Optional(PageCursor),
    role: Type.Optional(StaffRoleName),
    /** Only who has not signed in for 90 days. */
    idle: Type.Optional(Type.Boolean()),
  }),
  output: Type.Object({
    staff: Type.Array(StaffMemberView),
    /** Cursor of the next page; null at the end. */
    next: Type.Union([PageCursor, Type.Null()]),
    total: Type.Integer(),
  }),
  staff: ['staff.view'],
  title: '看用户',
  noted: 'nothing',
});
