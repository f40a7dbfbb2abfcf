import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode, Fen } from '../vocabulary/schemas.ts';

/** Whether and how an edition is sold to companies */
export const groupTerms = defineCall({
  name: 'groupTerms',
  topic: 'group',
  method: 'GET',
  path: '/api/v1/companyInfo/terms',
  summary: 'Whether and how an edition is sold to companies',
  input: Type.Object({ productId: Type.Optional(EditionCode) }),
  output: Type.Object({
    offered: Type.Boolean(),
    editionCode: EditionCode,
    productName: Type.String(),
    fewestPeople: Type.Integer(),
    plans: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), premiumFen: Fen })),
    tel: Type.String(),
  }),
  overlay: false,
  specified: false,
  errors: ['not-found'],
});
