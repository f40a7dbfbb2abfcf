import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode } from '../vocabulary/schemas.ts';
import { ProductInfo } from './product-schemas.ts';

/** Product configuration, loaded before the app starts */
export const productInfo = defineCall({
  name: 'productInfo',
  topic: 'configuration',
  method: 'GET',
  path: '/api/v1/webConfig/productInfo',
  summary: 'Product configuration, loaded before the app starts',
  input: Type.Object({ productId: Type.Optional(EditionCode) }),
  output: ProductInfo,
  overlay: false,
});
