import Type from 'typebox';
import { GroupNo } from '../../group/group-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';

/** The bank's receipt that a company handed in for its newest bill */
export const showGroupVoucher = defineConsoleCall({
  name: 'showGroupVoucher',
  topic: 'console/groups',
  method: 'GET',
  path: '/groups/{groupNo}/vouchers/{fileId}',
  summary: 'The bank’s receipt that a company handed in for its newest bill',
  input: Type.Object({
    groupNo: GroupNo,
    fileId: Type.String({ pattern: '^W[0-9]{19}$', description: '文件编号' }),
  }),
  output: Type.Object({}),
  replyKind: 'file',
  errors: ['not-found'],
  staff: ['groups.view'],
  title: '看转账回单',
  noted: 'view',
});
