import { defineCall } from '../define-call.ts';
import { AskPreExistingInput, PreExistingQuery } from './pre-existing-schemas.ts';

/** Ask the data centre by a keyed hash whether somebody counts as having a pre-existing condition */
export const queryMiSuan = defineCall({
  name: 'queryMiSuan',
  topic: 'pre-existing',
  method: 'POST',
  path: '/api/v1/insure/personal/queryMiSuan',
  summary: 'Ask the data centre by a keyed hash whether somebody counts as having a pre-existing condition',
  input: AskPreExistingInput,
  output: PreExistingQuery,
  login: 'required',
  forSettlement: true,
  errors: [
    'proof-required',
    'documents-changed',
    'not-found',
    'not-logged-in',
    'switched-off',
    'adult-required',
    'too-many-requests',
  ],
});
