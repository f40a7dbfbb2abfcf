import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode } from '../vocabulary/schemas.ts';
import { DrugOverview } from './special-drug-schemas.ts';

/** For whom drugs can be asked for, and the asker's applications, newest first */
export const drugApplications = defineCall({
  name: 'drugApplications',
  topic: 'special-drugs',
  method: 'GET',
  path: '/api/v1/drug/applications',
  summary: "For whom drugs can be asked for, and the asker's applications, newest first",
  input: Type.Object({ productId: Type.Optional(EditionCode) }),
  output: DrugOverview,
  login: 'required',
  overlay: false,
  errors: ['not-found'],
  specified: false,
});
