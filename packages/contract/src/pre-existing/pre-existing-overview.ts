import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { PreExistingOverview } from './pre-existing-schemas.ts';

/** Who can be asked about, what was asked, and who asked about oneself */
export const preExistingOverview = defineCall({
  name: 'preExistingOverview',
  topic: 'pre-existing',
  method: 'GET',
  path: '/api/v1/insure/personal/pre-existing',
  summary: 'Who can be asked about, what was asked, and who asked about oneself',
  input: Type.Object({}),
  output: PreExistingOverview,
  login: 'optional',
  forSettlement: true,
  overlay: false,
  specified: false,
});
