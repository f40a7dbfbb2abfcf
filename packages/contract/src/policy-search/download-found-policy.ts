import Type from 'typebox';
import { defineCall } from '../define-call.ts';

/** The e-policy of a found policy as PDF, by the ticket that came with it */
export const downloadFoundPolicy = defineCall({
  name: 'downloadFoundPolicy',
  topic: 'policy-search',
  method: 'GET',
  path: '/api/v2/insure/personal/query/policy',
  summary: 'The e-policy of a found policy as PDF, by the ticket that came with it',
  input: Type.Object({
    ticket: Type.String({ pattern: '^[0-9A-Za-z_-]{40,400}$' }),
    disposition: Type.Optional(Type.Union([Type.Literal('inline'), Type.Literal('attachment')])),
  }),
  output: Type.Any(),
  replyKind: 'file',
  errors: ['not-found', 'paper-not-ready'],
  specified: false,
});
