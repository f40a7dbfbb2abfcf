import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { ChangeNo, ChangeOverview } from './endorsement-schemas.ts';

/** What can be changed of an order's payer and insured people now, and every change there was */
export const queryChanges = defineCall({
  name: 'queryChanges',
  topic: 'endorsement',
  method: 'POST',
  path: '/api/v1/insure/change/query',
  summary: "What can be changed of an order's payer and insured people now, and every change there was",
  input: Type.Object({
    orderNo: OrderNo,
    /** A draft to go on with, after a check of identity on another page. */
    draftNo: Type.Optional(ChangeNo),
  }),
  output: ChangeOverview,
  login: 'required',
  overlay: false,
  specified: false,
  errors: ['not-found', 'order-state'],
});
