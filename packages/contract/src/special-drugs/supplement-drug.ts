import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { DrugApplication, DrugApplicationNo, DrugPapers } from './special-drug-schemas.ts';

/** Hands in the papers that an application still lacks */
export const supplementDrug = defineCall({
  name: 'supplementDrug',
  topic: 'special-drugs',
  method: 'POST',
  path: '/api/v1/drug/supplement',
  summary: 'Hands in the papers that an application still lacks',
  input: Type.Object({ drugApplicationNo: DrugApplicationNo, papers: DrugPapers }),
  output: DrugApplication,
  login: 'required',
  errors: ['not-found', 'order-state'],
  specified: false,
});
