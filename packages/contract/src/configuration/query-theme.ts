import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode } from '../vocabulary/schemas.ts';
import { Theme } from './product-schemas.ts';

/** Theme colours of the product edition */
export const queryTheme = defineCall({
  name: 'queryTheme',
  topic: 'configuration',
  method: 'GET',
  path: '/api/v1/queryTheme',
  summary: 'Theme colours of the product edition',
  input: Type.Object({ productId: Type.Optional(EditionCode) }),
  output: Theme,
  overlay: false,
});
