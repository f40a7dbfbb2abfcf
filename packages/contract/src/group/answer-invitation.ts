import Type from 'typebox';
import { AgreedDocuments } from '../account/account-schemas.ts';
import { defineCall } from '../define-call.ts';
import { IdTail, MessageLink, RegionCode } from '../vocabulary/schemas.ts';
import { GroupInvitation } from './group-schemas.ts';

/** A person of a group agrees to be insured, or does not */
export const answerInvitation = defineCall({
  name: 'answerInvitation',
  topic: 'group',
  method: 'POST',
  path: '/api/v1/companyInfo/confirm/answer',
  summary: 'A person of a group agrees to be insured, or does not',
  input: Type.Object({
    link: MessageLink,
    idTail: IdTail,
    join: Type.Boolean(),
    /** Needed to join. */
    regionCode: Type.Optional(RegionCode),
    agreedDocuments: AgreedDocuments,
    /** The person agreed to the use of the data and to the company buying; needed to join. */
    consent: Type.Optional(Type.Literal(true)),
  }),
  output: GroupInvitation,
  specified: false,
  errors: ['not-found', 'proof-required', 'too-many-requests', 'order-state', 'documents-changed'],
});
