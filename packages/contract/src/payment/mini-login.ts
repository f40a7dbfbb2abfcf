import Type from 'typebox';
import { defineCall } from '../define-call.ts';

/** Who somebody is in the mini-program whose web view shows the shop: a ticket that a payment brings along */
export const miniLogin = defineCall({
  name: 'miniLogin',
  topic: 'payment',
  method: 'POST',
  path: '/api/v1/wxmp/mini/login',
  summary: 'Who somebody is in the mini-program whose web view shows the shop: a ticket that a payment brings along',
  input: Type.Object({
    /** What `wx.login` gave the mini-program; works once. */
    code: Type.String({ pattern: '^[0-9A-Za-z_-]{1,256}$' }),
  }),
  /** Sealed, for payments only, good for half a day. */
  output: Type.Object({ ticket: Type.String() }),
  login: 'optional',
  overlay: false,
  specified: false,
  errors: ['payment-method', 'open-id-required', 'provider-busy', 'too-many-requests'],
});
