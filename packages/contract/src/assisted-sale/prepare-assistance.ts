import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { AssistanceDesk, AssistanceNo, PreparedPerson } from './assistance-schemas.ts';

/** Sends what staff filled in to the resident's phone; again after a correction, until the resident confirms */
export const prepareAssistance = defineCall({
  name: 'prepareAssistance',
  topic: 'assisted-sale',
  method: 'POST',
  path: '/api/v1/assistance/prepare',
  summary: "Sends what staff filled in to the resident's phone; again after a correction, until the resident confirms",
  input: Type.Object({
    assistanceNo: AssistanceNo,
    people: Type.Array(PreparedPerson, { minItems: 1, maxItems: 11 }),
  }),
  output: AssistanceDesk,
  login: 'required',
  errors: ['not-found', 'order-state', 'adult-required'],
  specified: false,
});
