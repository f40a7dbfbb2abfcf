import Type from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { PageCursor } from '../staff/staff-schemas.ts';

/** What whoever asks looked at, out of the audit log, the latest first */
export const listOwnLooks = defineConsoleCall({
  name: 'listOwnLooks',
  topic: 'console/inspection',
  method: 'GET',
  path: '/inspection/own-looks',
  summary: 'What whoever asks looked at, out of the audit log, the latest first',
  input: Type.Object({ before: Type.Optional(PageCursor) }),
  output: Type.Object({
    looks: Type.Array(
      Type.Object({
        number: Type.String(),
        at: BeijingTime,
        title: Type.String(),
        subject: Type.String(),
        detail: Type.String(),
        outcome: Type.Enum(['done', 'refused']),
        /** The end of the entry's hash in the chain. */
        hash: Type.String(),
      }),
    ),
    next: Type.Union([PageCursor, Type.Null()]),
  }),
  staff: ['inspection.view'],
  title: '我的查看记录',
  noted: 'nothing',
});
