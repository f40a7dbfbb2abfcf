import Type from 'typebox';
import { defineCall } from '../define-call.ts';

/** A dictionary as a map from value to label */
export const dictValue = defineCall({
  name: 'dictValue',
  topic: 'configuration',
  method: 'GET',
  path: '/api/v1/dict/value/{code}',
  summary: 'A dictionary as a map from value to label',
  input: Type.Object({ code: Type.String({ pattern: '^[a-z_]{2,40}$' }) }),
  output: Type.Record(Type.String(), Type.String()),
  errors: ['not-found'],
});
