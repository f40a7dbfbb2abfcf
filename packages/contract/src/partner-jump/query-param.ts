import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { BeijingTime, PhoneNumber } from '../vocabulary/schemas.ts';

/** The address that leads into the medical-insurance app, once the phone was handed over; good for one visit */
export const queryParam = defineCall({
  name: 'queryParam',
  topic: 'partner-jump',
  method: 'GET',
  path: '/api/v1/yb/queryParam',
  summary: 'The address that leads into the medical-insurance app, once the phone was handed over; good for one visit',
  input: Type.Object({
    /** The account's; another one is refused. What the account has when it is left out. */
    phone: Type.Optional(PhoneNumber),
  }),
  output: Type.Object({ url: Type.String(), host: Type.String(), expiresAt: BeijingTime }),
  login: 'required',
  errors: ['proof-required', 'order-state', 'switched-off', 'provider-busy', 'too-many-requests'],
});
