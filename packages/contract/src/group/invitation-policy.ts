import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { GroupLink, IdTail } from './group-schemas.ts';

/** The e-policy of the person who opened the link of a message, as PDF */
export const invitationPolicy = defineCall({
  name: 'invitationPolicy',
  topic: 'group',
  method: 'POST',
  path: '/api/v1/companyInfo/confirm/policy',
  summary: 'The e-policy of the person who opened the link of a message, as PDF',
  input: Type.Object({ link: GroupLink, idTail: IdTail }),
  output: Type.Any(),
  replyKind: 'file',
  specified: false,
  errors: ['not-found', 'proof-required', 'too-many-requests', 'paper-not-ready'],
});
