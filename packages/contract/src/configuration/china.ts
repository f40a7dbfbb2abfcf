import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Empty } from '../vocabulary/schemas.ts';

/** National county table: code to name */
export const china = defineCall({
  name: 'china',
  topic: 'configuration',
  method: 'GET',
  path: '/api/v1/china',
  summary: 'National county table: code to name',
  input: Empty,
  output: Type.Record(Type.String(), Type.String()),
  overlay: false,
});
