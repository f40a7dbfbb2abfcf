import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { H5PaymentInput } from './h5-payment-input.ts';

/** Ask the owner of the personal account for permission at the bureau, unless there is one already */
export const medicalAccountPermission = defineCall({
  name: 'medicalAccountPermission',
  topic: 'payment',
  method: 'GET',
  path: '/api/jsybpay/pay',
  summary: 'Ask the owner of the personal account for permission at the bureau, unless there is one already',
  input: H5PaymentInput,
  output: Type.Object({
    /** The bureau’s page; null when the payment can be started at once. */
    permissionUrl: Type.Union([Type.String(), Type.Null()]),
  }),
  login: 'required',
  errors: ['not-found', 'order-state', 'payment-method', 'medical-permission', 'provider-busy', 'too-many-requests'],
});
