import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';

/** Whether the policyholder’s medical-insurance personal account can pay an order now */
export const medicalAccountIsOpen = defineCall({
  name: 'medicalAccountIsOpen',
  topic: 'payment',
  method: 'GET',
  path: '/api/jsybpay/isOpen',
  summary: 'Whether the policyholder’s medical-insurance personal account can pay an order now',
  input: Type.Object({
    orderNo: OrderNo,
    /** The payer agreed that the bureau is asked about the account. */
    consent: Type.Literal(true),
  }),
  output: Type.Object({
    open: Type.Boolean(),
    /** Where the account’s owner is insured, as it is shown: 南京. */
    place: Type.String(),
    /** Why it cannot pay, as a sentence; empty when it can. */
    message: Type.String(),
  }),
  login: 'required',
  errors: ['not-found', 'order-state', 'payment-method', 'provider-busy', 'too-many-requests'],
});
