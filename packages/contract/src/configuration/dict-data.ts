import Type from 'typebox';
import { defineCall } from '../define-call.ts';

/** Entries of a dictionary, in order */
export const dictData = defineCall({
  name: 'dictData',
  topic: 'configuration',
  method: 'GET',
  path: '/api/v1/dict/data/{code}',
  summary: 'Entries of a dictionary, in order',
  input: Type.Object({ code: Type.String({ pattern: '^[a-z_]{2,40}$' }) }),
  output: Type.Array(Type.Object({ value: Type.String(), label: Type.String(), sort: Type.Integer() })),
  errors: ['not-found'],
});
