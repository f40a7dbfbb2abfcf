import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode } from '../vocabulary/schemas.ts';
import { RenewalOffer } from './renewal-schemas.ts';

/** The people one has insured in earlier years, and what each can have in an edition; the one on show unless given */
export const queryOldPolicy = defineCall({
  name: 'queryOldPolicy',
  topic: 'renewal',
  method: 'POST',
  path: '/api/v1/renew/queryOldPolicy',
  summary:
    'The people one has insured in earlier years, and what each can have in an edition; the one on show unless given',
  input: Type.Object({ productId: Type.Optional(EditionCode) }),
  output: RenewalOffer,
  login: 'required',
  errors: ['not-found'],
});
