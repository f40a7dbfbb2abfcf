import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode } from '../vocabulary/schemas.ts';

/** Whether the sale of the edition has ended */
export const isProjectEnd = defineCall({
  name: 'isProjectEnd',
  topic: 'configuration',
  method: 'GET',
  path: '/api/v1/isProjectEnd',
  summary: 'Whether the sale of the edition has ended',
  input: Type.Object({ productId: Type.Optional(EditionCode) }),
  output: Type.Object({ ended: Type.Boolean(), saleWindow: Type.String() }),
  overlay: false,
});
