import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { LuckyReason } from './lucky-schemas.ts';

/** Where one prize is to be sent; with the reason in the audit log and in its winner's own list */
export const readLuckyParcel = defineConsoleCall({
  name: 'readLuckyParcel',
  topic: 'console/lucky',
  method: 'POST',
  path: '/lucky-claims/{luckyNo}/parcel',
  summary: 'Where one prize is to be sent; with the reason in the audit log and in its winner’s own list',
  input: Type.Object({
    luckyNo: Type.String({ pattern: '^[A-Z]{2}[0-9]{10,26}$', description: '奖品编号' }),
    reason: LuckyReason,
  }),
  output: Type.Object({ name: Type.String(), phone: Type.String(), address: Type.String() }),
  errors: ['not-found', 'staff-rule'],
  staff: ['lucky.change'],
  title: '看奖品寄到哪里',
  noted: 'view',
});
