import Type from 'typebox';
import { GroupNo } from '../../group/group-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { BankReference, Line, SumFen } from './group-desk-schemas.ts';

/** Enters a company's transfer from the bank's statement; it counts when another person has confirmed it */
export const enterGroupReceipt = defineConsoleCall({
  name: 'enterGroupReceipt',
  topic: 'console/groups',
  method: 'POST',
  path: '/groups/{groupNo}/receipts',
  summary: 'Enters a company’s transfer from the bank’s statement; it counts when another person has confirmed it',
  input: Type.Object({
    groupNo: GroupNo,
    bankReference: BankReference,
    amountFen: SumFen,
    payerName: Line('付款户名', 2, 60),
    payerAccount: Type.String({ pattern: '^[0-9 ]{6,40}$', description: '付款账号' }),
    receivedOn: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: '到账日期' }),
  }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['groups.money'],
  title: '登记单位转账',
  noted: 'change',
});
