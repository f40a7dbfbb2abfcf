import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { AssistanceCode, AssistanceForResident } from './assistance-schemas.ts';

/** A resident takes up an outlet's help, by its six digits or the link in its QR code; safe to repeat */
export const joinAssistance = defineCall({
  name: 'joinAssistance',
  topic: 'assisted-sale',
  method: 'POST',
  path: '/api/v1/assistance/join',
  summary: "A resident takes up an outlet's help, by its six digits or the link in its QR code; safe to repeat",
  input: Type.Object({
    code: Type.Optional(AssistanceCode),
    link: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z_-]{22}$' })),
  }),
  output: AssistanceForResident,
  login: 'required',
  errors: ['not-found'],
  specified: false,
});
