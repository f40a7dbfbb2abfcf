import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Empty } from '../vocabulary/schemas.ts';
import { AssistanceNo } from './assistance-schemas.ts';

/** Ends a help: by staff, or by the resident who does not want it; what was filled in is thrown away */
export const endAssistance = defineCall({
  name: 'endAssistance',
  topic: 'assisted-sale',
  method: 'POST',
  path: '/api/v1/assistance/end',
  summary: 'Ends a help: by staff, or by the resident who does not want it; what was filled in is thrown away',
  input: Type.Object({ assistanceNo: AssistanceNo }),
  output: Empty,
  login: 'required',
  errors: ['not-found'],
  specified: false,
});
