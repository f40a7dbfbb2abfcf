import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { PolicyNo } from '../vocabulary/schemas.ts';
import { PaperFiles } from './certificate-schemas.ts';

/** Links to the papers of one policy, by its number */
export const listPolicyFilesByNumber = defineCall({
  name: 'listPolicyFilesByNumber',
  topic: 'certificate',
  method: 'POST',
  path: '/api/v1/insure/policy/insureUrlListByNum',
  summary: 'Links to the papers of one policy, by its number',
  input: Type.Object({ num: PolicyNo }),
  inQuery: ['num'],
  output: PaperFiles,
  login: 'required',
  overlay: false,
  errors: ['not-found', 'paper-not-ready'],
});
