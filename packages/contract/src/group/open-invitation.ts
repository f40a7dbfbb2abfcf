import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { IdTail, MessageLink } from '../vocabulary/schemas.ts';
import { GroupInvitation } from './group-schemas.ts';

/** What a person is asked who opened the link of a message; own data only with the end of the own number */
export const openInvitation = defineCall({
  name: 'openInvitation',
  topic: 'group',
  method: 'POST',
  path: '/api/v1/companyInfo/confirm/query',
  summary: 'What a person is asked who opened the link of a message; own data only with the end of the own number',
  input: Type.Object({ link: MessageLink, idTail: Type.Optional(IdTail) }),
  output: GroupInvitation,
  specified: false,
  errors: ['not-found', 'proof-required', 'too-many-requests'],
});
