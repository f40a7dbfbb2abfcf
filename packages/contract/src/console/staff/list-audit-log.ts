import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AuditEntryView, PageCursor, StaffNo } from './staff-schemas.ts';

/** The audit log, newest first, a page at a time, and whether its chain was whole at the last check */
export const listAuditLog = defineConsoleCall({
  name: 'listAuditLog',
  topic: 'console/staff',
  method: 'GET',
  path: '/audit-log',
  summary: 'The audit log, newest first, a page at a time, and whether its chain was whole at the last check',
  input: Type.Object({
    before: Type.Optional(PageCursor),
    staffNo: Type.Optional(StaffNo),
    what: Type.Optional(Type.String({ pattern: '^[A-Za-z]{1,60}$', description: '做了什么' })),
    subject: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: '对象' })),
    /** Beijing days. */
    from: Type.Optional(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: '从哪天' })),
    to: Type.Optional(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: '到哪天' })),
  }),
  output: Type.Object({
    entries: Type.Array(AuditEntryView),
    next: Type.Union([PageCursor, Type.Null()]),
    chain: Type.Union([
      Type.Object({
        whole: Type.Boolean(),
        checkedAt: Type.String(),
        upTo: Type.String(),
        /** Number of the first entry that does not follow, '' when all do. */
        broken: Type.String(),
      }),
      Type.Null(),
    ]),
  }),
  staff: ['audit.view'],
  title: '看审计日志',
  noted: 'view',
});
