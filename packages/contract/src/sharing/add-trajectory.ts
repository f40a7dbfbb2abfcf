import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { ShareCodeText, ShareFromText } from './sharing-schemas.ts';

/** Notes that a share was opened or handed on */
export const addTrajectory = defineCall({
  name: 'addTrajectory',
  topic: 'sharing',
  method: 'POST',
  path: '/api/v1/wxmp/addTrajectory',
  summary: 'Notes that a share was opened or handed on',
  input: Type.Object({
    step: Type.Enum(['open', 'forward']),
    shareCode: ShareCodeText,
    shareFrom: Type.Optional(ShareFromText),
    /** Route of the screen, such as `/index`. */
    page: Type.String({ pattern: '^/[A-Za-z0-9_-]{0,38}$' }),
  }),
  output: Type.Object({
    recorded: Type.Boolean(),
    /** Of an opened share: what the browser keeps and an order brings along. Says nothing about anybody. */
    visit: Type.Union([Type.String(), Type.Null()]),
  }),
  login: 'optional',
  overlay: false,
  errors: ['too-many-requests'],
});
