import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { BeijingTime, Fen, OrderNo } from '../vocabulary/schemas.ts';

/** What the medical insurance booked for an order that a personal account paid */
export const medicalAccountSettlement = defineCall({
  name: 'medicalAccountSettlement',
  topic: 'payment',
  method: 'POST',
  path: '/api/hbybpay/v1/hbyb/hbYbQueryTransSettleDetail',
  summary: 'What the medical insurance booked for an order that a personal account paid',
  input: Type.Object({ orderNo: OrderNo }),
  output: Type.Object({
    lines: Type.Array(
      Type.Object({
        itemName: Type.String(),
        settlementNo: Type.String(),
        amountFen: Fen,
        /** Of it from the personal account, and paid otherwise. */
        accountFen: Fen,
        ownFen: Fen,
        settledAt: BeijingTime,
      }),
    ),
  }),
  login: 'required',
  forSettlement: true,
  errors: ['not-found', 'provider-busy'],
});
