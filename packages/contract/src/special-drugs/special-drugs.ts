import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { BeijingTime, EditionCode, Fen } from '../vocabulary/schemas.ts';
import { ListedDrug, ListedPharmacy } from './special-drug-schemas.ts';

/** The special drugs of an edition with their pharmacies, whole: what is searched for stays on the phone */
export const specialDrugs = defineCall({
  name: 'specialDrugs',
  topic: 'special-drugs',
  method: 'GET',
  path: '/api/v1/drug/list',
  summary: 'The special drugs of an edition with their pharmacies, whole: what is searched for stays on the phone',
  input: Type.Object({ productId: Type.Optional(EditionCode) }),
  output: Type.Object({
    editionYear: Type.Integer(),
    /** 0 where nothing was published yet. */
    version: Type.Integer(),
    publishedAt: Type.Union([BeijingTime, Type.Null()]),
    deductibleFen: Fen,
    limitFen: Fen,
    drugs: Type.Array(ListedDrug),
    pharmacies: Type.Array(ListedPharmacy),
  }),
  errors: ['not-found'],
  specified: false,
});
