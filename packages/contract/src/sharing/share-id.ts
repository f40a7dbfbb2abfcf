import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { ShareCodeText } from './sharing-schemas.ts';

/** The code of whoever shares: always the same one, and it leads to nobody */
export const shareId = defineCall({
  name: 'shareId',
  topic: 'sharing',
  method: 'GET',
  path: '/api/v1/wxmp/shareId',
  summary: 'The code of whoever shares: always the same one, and it leads to nobody',
  input: Type.Object({
    /** The code by which this person came. */
    shareCode: Type.Optional(ShareCodeText),
  }),
  /** Null for a visitor who is neither logged in nor known to the messaging app. */
  output: Type.Object({ shareId: Type.Union([Type.String(), Type.Null()]) }),
  login: 'optional',
  overlay: false,
  errors: ['too-many-requests'],
});
