import Type from 'typebox';
import { GroupNo } from '../../group/group-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { BankReference, MovementNo } from './group-desk-schemas.ts';

/** Puts down that another person's proposal was paid, or takes a proposal back */
export const settleGroupPayout = defineConsoleCall({
  name: 'settleGroupPayout',
  topic: 'console/groups',
  method: 'POST',
  path: '/groups/{groupNo}/payouts/{payoutNo}/settle',
  summary: 'Puts down that another person’s proposal was paid, or takes a proposal back',
  input: Type.Object({
    groupNo: GroupNo,
    payoutNo: MovementNo,
    decision: Type.Enum(['paid', 'withdraw'], { description: '已付或撤回' }),
    /** Of a payment. */
    bankReference: Type.Optional(BankReference),
    paidOn: Type.Optional(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: '付款日期' })),
  }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['groups.money'],
  title: '办理退回单位款',
  noted: 'change',
});
