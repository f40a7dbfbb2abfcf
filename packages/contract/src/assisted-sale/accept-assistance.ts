import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { MemberId } from '../vocabulary/schemas.ts';
import { AssistanceNo } from './assistance-schemas.ts';

/** The resident agrees to the data as shown: it becomes the resident's own people, ready for the order */
export const acceptAssistance = defineCall({
  name: 'acceptAssistance',
  topic: 'assisted-sale',
  method: 'POST',
  path: '/api/v1/assistance/accept',
  summary: "The resident agrees to the data as shown: it becomes the resident's own people, ready for the order",
  input: Type.Object({
    assistanceNo: AssistanceNo,
    preparedVersion: Type.Integer({ minimum: 1, maximum: 1000 }),
    consent: Type.Literal(true),
  }),
  output: Type.Object({ policyholderMemberId: MemberId, insuredMemberIds: Type.Array(MemberId) }),
  login: 'required',
  errors: ['not-found', 'order-state'],
  specified: false,
});
