import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Empty } from '../vocabulary/schemas.ts';

/** The official account behind this shop */
export const officialAccount = defineCall({
  name: 'officialAccount',
  topic: 'sharing',
  method: 'GET',
  path: '/api/getWxgzh',
  summary: 'The official account behind this shop',
  input: Empty,
  output: Type.Object({ appId: Type.String(), name: Type.String() }),
  overlay: false,
});
