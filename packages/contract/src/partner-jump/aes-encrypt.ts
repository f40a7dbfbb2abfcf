import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { BeijingTime, EditionCode } from '../vocabulary/schemas.ts';

/** A sealed token for one partner: by which it knows the visitor under a number of its own, for a few minutes */
export const aesEncrypt = defineCall({
  name: 'aesEncrypt',
  topic: 'partner-jump',
  method: 'GET',
  path: '/api/aes/v1/encrypt',
  summary: 'A sealed token for one partner: by which it knows the visitor under a number of its own, for a few minutes',
  input: Type.Object({
    /** One of those that the operator keeps; nothing else of the caller's choosing gets into the token. */
    purpose: Type.String({ pattern: '^[a-z][a-z0-9-]{1,29}$', description: '用途代码' }),
    productId: Type.Optional(EditionCode),
  }),
  output: Type.Object({
    purpose: Type.String(),
    name: Type.String(),
    host: Type.String(),
    token: Type.String(),
    expiresAt: BeijingTime,
    /** The partner's page with the token. */
    url: Type.String(),
  }),
  login: 'required',
  errors: ['not-found', 'switched-off', 'too-many-requests'],
});
