import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { DrugApplication, DrugApplicationNo, ListedCode, Recipient } from './special-drug-schemas.ts';

/** Says at which pharmacy the approved drug is fetched, or where to that pharmacy delivers it */
export const chooseDrugPlace = defineCall({
  name: 'chooseDrugPlace',
  topic: 'special-drugs',
  method: 'POST',
  path: '/api/v1/drug/place',
  summary: 'Says at which pharmacy the approved drug is fetched, or where to that pharmacy delivers it',
  input: Type.Object({
    drugApplicationNo: DrugApplicationNo,
    pharmacyCode: ListedCode,
    way: Type.Enum(['collect', 'deliver'], { description: 'collect 到药房取 deliver 送药上门' }),
    recipient: Type.Optional(Recipient),
  }),
  output: DrugApplication,
  login: 'required',
  errors: ['not-found', 'order-state'],
  specified: false,
});
