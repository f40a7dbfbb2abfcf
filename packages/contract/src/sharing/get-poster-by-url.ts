import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { ContentId } from './sharing-schemas.ts';

/** Draws a poster whose QR code leads to a page of this shop */
export const getPosterByUrl = defineCall({
  name: 'getPosterByUrl',
  topic: 'sharing',
  method: 'POST',
  path: '/api/fxPoster/v1/getPosterByUrl',
  summary: 'Draws a poster whose QR code leads to a page of this shop',
  input: Type.Object({
    posterId: ContentId,
    /** Only what a share may carry is taken over from it. */
    url: Type.String({ minLength: 8, maxLength: 500 }),
  }),
  /** Pictures under names that nobody guesses; they end with the poster's approval. */
  output: Type.Object({ urlList: Type.Array(Type.String()) }),
  login: 'optional',
  overlay: false,
  replyField: 'data',
  errors: ['not-found', 'too-many-requests', 'server-busy'],
});
