import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { DrugApplication, DrugApplicationNo } from './special-drug-schemas.ts';

/** Takes an application back before a drug is fetched; its papers are deleted */
export const withdrawDrug = defineCall({
  name: 'withdrawDrug',
  topic: 'special-drugs',
  method: 'POST',
  path: '/api/v1/drug/withdraw',
  summary: 'Takes an application back before a drug is fetched; its papers are deleted',
  input: Type.Object({ drugApplicationNo: DrugApplicationNo }),
  output: DrugApplication,
  login: 'required',
  errors: ['not-found', 'order-state'],
  specified: false,
});
