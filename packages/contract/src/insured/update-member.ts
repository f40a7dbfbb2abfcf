import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { MemberId } from '../vocabulary/schemas.ts';
import { MemberChanges, MemberView } from './member-schemas.ts';

/** Change a kept person, remove them, or undo the removal */
export const updateMember = defineCall({
  name: 'updateMember',
  topic: 'insured',
  method: 'POST',
  path: '/api/v1/family/update',
  summary: 'Change a kept person, remove them, or undo the removal',
  input: Type.Object({
    memberId: MemberId,
    remove: Type.Optional(Type.Boolean()),
    /** Brings somebody back who was removed less than ten minutes ago. */
    restore: Type.Optional(Type.Boolean()),
    details: Type.Optional(MemberChanges),
  }),
  output: Type.Object({ member: Type.Union([MemberView, Type.Null()]) }),
  login: 'required',
  errors: ['not-found'],
});
