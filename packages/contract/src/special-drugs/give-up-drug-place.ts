import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { DrugApplication, DrugApplicationNo } from './special-drug-schemas.ts';

/** Takes the choice of a pharmacy back, so that another can be chosen */
export const giveUpDrugPlace = defineCall({
  name: 'giveUpDrugPlace',
  topic: 'special-drugs',
  method: 'POST',
  path: '/api/v1/drug/place/undo',
  summary: 'Takes the choice of a pharmacy back, so that another can be chosen',
  input: Type.Object({ drugApplicationNo: DrugApplicationNo }),
  output: DrugApplication,
  login: 'required',
  errors: ['not-found', 'order-state'],
  specified: false,
});
