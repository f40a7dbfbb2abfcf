import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode } from '../vocabulary/schemas.ts';
import { AssistanceDesk } from './assistance-schemas.ts';

/** Opens help for one resident with a new code; a code that nobody took up yet is no longer good */
export const openAssistance = defineCall({
  name: 'openAssistance',
  topic: 'assisted-sale',
  method: 'POST',
  path: '/api/v1/assistance/open',
  summary: 'Opens help for one resident with a new code; a code that nobody took up yet is no longer good',
  input: Type.Object({ productId: Type.Optional(EditionCode) }),
  output: AssistanceDesk,
  login: 'required',
  errors: ['not-found', 'not-on-sale', 'order-state', 'switched-off'],
  specified: false,
});
