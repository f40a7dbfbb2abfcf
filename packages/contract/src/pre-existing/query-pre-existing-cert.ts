import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { PreExistingAnswer, QueryNo } from './pre-existing-schemas.ts';

/** The receipt of an answer: what was asked, agreed to and said, with the address of its paper */
export const queryPreExistingCert = defineCall({
  name: 'queryPreExistingCert',
  topic: 'pre-existing',
  method: 'POST',
  path: '/api/v1/insure/personal/query/cert',
  summary: 'The receipt of an answer: what was asked, agreed to and said, with the address of its paper',
  input: Type.Object({ queryNo: QueryNo }),
  output: Type.Object({
    queryNo: QueryNo,
    name: Type.String(),
    idNumberMasked: Type.String(),
    productName: Type.String(),
    wayLabel: Type.String(),
    askedAt: Type.String(),
    consent: Type.Object({
      version: Type.Integer(),
      /** SHA-256 of the words, hex. */
      textHash: Type.String(),
      agreedAt: Type.String(),
      basis: Type.Enum(['self', 'guardian']),
    }),
    answer: PreExistingAnswer,
    issuer: Type.String(),
    issuedAt: Type.String(),
    /** SHA-256 of all that is printed on the paper, hex; the paper carries it as well. */
    fingerprint: Type.String(),
    /** Whether the paper carries a digital signature. */
    signed: Type.Boolean(),
  }),
  login: 'required',
  forSettlement: true,
  errors: ['not-found'],
});
