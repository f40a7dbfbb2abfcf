import Type from 'typebox';
import { GroupNo } from '../../group/group-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';

/** Puts down the one invoice that a company got; its contact person reads the number */
export const noteGroupInvoice = defineConsoleCall({
  name: 'noteGroupInvoice',
  topic: 'console/groups',
  method: 'POST',
  path: '/groups/{groupNo}/invoice',
  summary: 'Puts down the one invoice that a company got; its contact person reads the number',
  input: Type.Object({
    groupNo: GroupNo,
    invoiceNumber: Type.String({ pattern: '^[0-9A-Za-z-]{8,30}$', description: '发票号码' }),
    invoicedOn: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: '开票日期' }),
  }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['groups.money'],
  title: '登记单位发票',
  noted: 'change',
});
