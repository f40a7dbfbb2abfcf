import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Empty } from '../vocabulary/schemas.ts';

/** Page view; the client resolves at once without sending, the server answers success */
export const saveView = defineCall({
  name: 'saveView',
  topic: 'support',
  method: 'POST',
  path: '/api/view/v1/save',
  summary: 'Page view; the client resolves at once without sending, the server answers success',
  input: Empty,
  output: Type.Object({}),
  overlay: false,
});
