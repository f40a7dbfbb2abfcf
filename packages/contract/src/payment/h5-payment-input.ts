import Type from 'typebox';
import { OrderNo } from '../vocabulary/schemas.ts';

/** What starts a payment on the cashier's own page, from which the payer comes back to the shop. */
export const H5PaymentInput = Type.Object({
  orderNo: OrderNo,
  /** The shared parameters of the present address (`shareCode=…&agentCode=…`); the way back carries them. */
  returnQuery: Type.Optional(Type.String({ maxLength: 8000 })),
});
