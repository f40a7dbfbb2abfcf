import Type from 'typebox';
import { GroupNo } from '../../group/group-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { Line, SumFen } from './group-desk-schemas.ts';

/** Proposes to transfer money back to a company; another person pays it and puts down how */
export const proposeGroupPayout = defineConsoleCall({
  name: 'proposeGroupPayout',
  topic: 'console/groups',
  method: 'POST',
  path: '/groups/{groupNo}/payouts',
  summary: 'Proposes to transfer money back to a company; another person pays it and puts down how',
  input: Type.Object({
    groupNo: GroupNo,
    amountFen: SumFen,
    reason: Line('原因', 2, 200),
    payeeName: Line('收款户名', 2, 60),
    payeeBank: Line('开户行', 2, 60),
    payeeAccount: Type.String({ pattern: '^[0-9 ]{6,40}$', description: '收款账号' }),
  }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['groups.money'],
  title: '提出退回单位款',
  noted: 'change',
});
