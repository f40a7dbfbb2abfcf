import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Empty } from '../vocabulary/schemas.ts';

/** How this browser's user of the messaging app stands to the official account */
export const officialAccountUser = defineCall({
  name: 'officialAccountUser',
  topic: 'sharing',
  method: 'GET',
  path: '/api/getWxgzhUser',
  summary: "How this browser's user of the messaging app stands to the official account",
  input: Empty,
  output: Type.Object({
    /** Whether the messaging app has said who this is. */
    known: Type.Boolean(),
    /** Null where that is not known, or the messaging app does not answer. */
    follows: Type.Union([Type.Boolean(), Type.Null()]),
  }),
  login: 'optional',
  overlay: false,
  errors: ['too-many-requests'],
});
