import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Empty } from '../vocabulary/schemas.ts';
import { EditionSummary } from './product-schemas.ts';

/** Editions of the product, current and past */
export const productQuery = defineCall({
  name: 'productQuery',
  topic: 'configuration',
  method: 'POST',
  path: '/api/v1/product/query',
  summary: 'Editions of the product, current and past',
  input: Empty,
  output: Type.Array(EditionSummary),
});
