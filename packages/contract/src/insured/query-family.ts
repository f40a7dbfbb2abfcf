import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode } from '../vocabulary/schemas.ts';
import { MemberView } from './member-schemas.ts';

/** The people kept by the policyholder, with their state for an edition */
export const queryFamily = defineCall({
  name: 'queryFamily',
  topic: 'insured',
  method: 'POST',
  path: '/api/v1/family/queryFamily',
  summary: 'The people kept by the policyholder, with their state for an edition',
  input: Type.Object({ productId: Type.Optional(EditionCode) }),
  output: Type.Array(MemberView),
  login: 'required',
});
