import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Empty } from '../vocabulary/schemas.ts';
import { AssistanceNo } from './assistance-schemas.ts';

/** Tells the outlet how many of the documents the resident has read so far */
export const reportReading = defineCall({
  name: 'reportReading',
  topic: 'assisted-sale',
  method: 'POST',
  path: '/api/v1/assistance/reading',
  summary: 'Tells the outlet how many of the documents the resident has read so far',
  input: Type.Object({
    assistanceNo: AssistanceNo,
    readCount: Type.Integer({ minimum: 0, maximum: 20 }),
    totalCount: Type.Integer({ minimum: 1, maximum: 20 }),
  }),
  output: Empty,
  login: 'required',
  overlay: false,
  errors: ['not-found'],
  specified: false,
});
