import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ClaimRulesOfEdition } from './claim-rule-schemas.ts';

/** The rules by which claims are worked out, of each edition, with all versions */
export const listClaimRules = defineConsoleCall({
  name: 'listClaimRules',
  topic: 'console/reviews',
  method: 'GET',
  path: '/claim-rules',
  summary: 'The rules by which claims are worked out, of each edition, with all versions',
  input: Type.Object({}),
  output: Type.Object({ editions: Type.Array(ClaimRulesOfEdition) }),

  staff: ['edition.view'],
  title: '看理赔规则',
  noted: 'nothing',
});
