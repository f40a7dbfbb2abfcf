import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { ClientKey, PolicyNo } from '../vocabulary/schemas.ts';
import { DrugApplication, DrugPapers, ListedCode } from './special-drug-schemas.ts';

/** Asks for a listed drug for a covered person, with all papers. Safe to repeat with the same clientKey */
export const applyDrug = defineCall({
  name: 'applyDrug',
  topic: 'special-drugs',
  method: 'POST',
  path: '/api/v1/drug/apply',
  summary: 'Asks for a listed drug for a covered person, with all papers. Safe to repeat with the same clientKey',
  input: Type.Object({
    clientKey: ClientKey,
    policyNo: PolicyNo,
    drugCode: ListedCode,
    papers: DrugPapers,
    /** To health papers being read and kept for this, asked for on its own. */
    consent: Type.Literal(true),
  }),
  output: DrugApplication,
  login: 'required',
  errors: ['not-found', 'order-state', 'too-many-requests'],
  specified: false,
});
