import Type from 'typebox';
import { GroupNo } from '../../group/group-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { MovementNo } from './group-desk-schemas.ts';

/** Confirms a transfer that another person entered, or takes back one that was entered wrongly */
export const settleGroupReceipt = defineConsoleCall({
  name: 'settleGroupReceipt',
  topic: 'console/groups',
  method: 'POST',
  path: '/groups/{groupNo}/receipts/{receiptNo}/settle',
  summary: 'Confirms a transfer that another person entered, or takes back one that was entered wrongly',
  input: Type.Object({
    groupNo: GroupNo,
    receiptNo: MovementNo,
    decision: Type.Enum(['confirm', 'withdraw'], { description: '确认或撤回' }),
  }),
  output: Type.Object({ isPaid: Type.Boolean() }),
  errors: ['not-found', 'staff-rule'],
  staff: ['groups.money'],
  title: '确认单位转账',
  noted: 'change',
});
