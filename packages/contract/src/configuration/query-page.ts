import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode } from '../vocabulary/schemas.ts';
import { PublishedDocument } from './product-schemas.ts';

/** One published document (notice, clauses, agreement): its current version, a former one, or that of a day */
export const queryPage = defineCall({
  name: 'queryPage',
  topic: 'configuration',
  method: 'GET',
  path: '/api/v1/webConfig/queryPage',
  summary: 'One published document (notice, clauses, agreement): its current version, a former one, or that of a day',
  input: Type.Object({
    pageKey: Type.String({ pattern: '^[a-z-]{3,40}$' }),
    productId: Type.Optional(EditionCode),
    /** The newest when it is left out. */
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    /** As it could be read at the end of this day, Beijing time; not together with `version`. */
    asOf: Type.Optional(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: '日期' })),
  }),
  output: PublishedDocument,
  errors: ['not-found'],
});
