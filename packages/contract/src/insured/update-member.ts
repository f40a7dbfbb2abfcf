import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { MemberId } from '../vocabulary/schemas.ts';
import { MemberChanges, MemberView } from './member-schemas.ts';

/** Change or remove a kept person */
export const updateMember = defineCall({
  name: 'updateMember',
  topic: 'insured',
  method: 'POST',
  path: '/api/v1/family/update',
  summary: 'Change or remove a kept person',
  input: Type.Object({
    memberId: MemberId,
    remove: Type.Optional(Type.Boolean()),
    details: Type.Optional(MemberChanges),
  }),
  output: Type.Object({ member: Type.Union([MemberView, Type.Null()]) }),
  login: 'required',
  errors: ['not-found'],
});
