import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { ContentId, ShareArticle } from './sharing-schemas.ts';

/** One approved article */
export const shareArticle = defineCall({
  name: 'shareArticle',
  topic: 'sharing',
  method: 'GET',
  path: '/api/v1/share/article',
  summary: 'One approved article',
  input: Type.Object({ articleId: ContentId }),
  output: ShareArticle,
  overlay: false,
  specified: false,
  errors: ['not-found'],
});
