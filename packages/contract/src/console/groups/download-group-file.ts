import Type from 'typebox';
import { GroupNo } from '../../group/group-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';

/** A file of one company: the table to fill in, the lines to put right, or who is insured; masked */
export const downloadGroupFile = defineConsoleCall({
  name: 'downloadGroupFile',
  topic: 'console/groups',
  method: 'GET',
  path: '/groups/{groupNo}/files/{which}',
  summary: 'A file of one company: the table to fill in, the lines to put right, or who is insured; masked',
  input: Type.Object({
    groupNo: GroupNo,
    which: Type.Enum(['template', 'problems', 'report'], { description: '哪个文件' }),
  }),
  output: Type.Object({}),
  replyKind: 'file',
  errors: ['not-found'],
  staff: ['groups.view'],
  title: '下载团体文件',
  noted: 'view',
});
