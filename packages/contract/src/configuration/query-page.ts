import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode } from '../vocabulary/schemas.ts';
import { PublishedDocument } from './product-schemas.ts';

/** One published document (notice, clauses, agreement) in its current version */
export const queryPage = defineCall({
  name: 'queryPage',
  topic: 'configuration',
  method: 'GET',
  path: '/api/v1/webConfig/queryPage',
  summary: 'One published document (notice, clauses, agreement) in its current version',
  input: Type.Object({ pageKey: Type.String({ pattern: '^[a-z-]{3,40}$' }), productId: Type.Optional(EditionCode) }),
  output: PublishedDocument,
  errors: ['not-found'],
});
