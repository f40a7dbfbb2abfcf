import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode } from '../vocabulary/schemas.ts';
import { ShareContents } from './sharing-schemas.ts';

/** The approved card, posters and articles of an edition */
export const shareContents = defineCall({
  name: 'shareContents',
  topic: 'sharing',
  method: 'GET',
  path: '/api/v1/share/contents',
  summary: 'The approved card, posters and articles of an edition',
  input: Type.Object({ productId: Type.Optional(EditionCode) }),
  output: ShareContents,
  overlay: false,
  specified: false,
  errors: ['not-found'],
});
