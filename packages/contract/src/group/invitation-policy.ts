import Type from 'typebox';
import { defineCall } from '../define-call.ts';

/** The e-policy of the person who opened the link of a message, as PDF, by the ticket that came with the own data */
export const invitationPolicy = defineCall({
  name: 'invitationPolicy',
  topic: 'group',
  method: 'GET',
  path: '/api/v1/companyInfo/confirm/policy',
  summary:
    'The e-policy of the person who opened the link of a message, as PDF, by the ticket that came with the own data',
  input: Type.Object({
    ticket: Type.String({ pattern: '^[0-9A-Za-z_-]{40,400}$' }),
    disposition: Type.Optional(Type.Union([Type.Literal('inline'), Type.Literal('attachment')])),
  }),
  output: Type.Any(),
  replyKind: 'file',
  specified: false,
  errors: ['not-found', 'too-many-requests', 'paper-not-ready'],
});
