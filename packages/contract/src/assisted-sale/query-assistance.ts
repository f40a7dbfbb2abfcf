import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { AssistanceForResident, AssistanceNo } from './assistance-schemas.ts';

/** The help a resident took up, with what the outlet filled in */
export const queryAssistance = defineCall({
  name: 'queryAssistance',
  topic: 'assisted-sale',
  method: 'GET',
  path: '/api/v1/assistance/query',
  summary: 'The help a resident took up, with what the outlet filled in',
  input: Type.Object({ assistanceNo: AssistanceNo }),
  output: AssistanceForResident,
  login: 'required',
  overlay: false,
  errors: ['not-found'],
  specified: false,
});
