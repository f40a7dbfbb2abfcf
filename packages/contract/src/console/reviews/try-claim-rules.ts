import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ClaimRules, RuleTrial } from './claim-rule-schemas.ts';

/** What a next version would change: visits and stored claims by both versions; keeps nothing */
export const tryClaimRules = defineConsoleCall({
  name: 'tryClaimRules',
  topic: 'console/reviews',
  method: 'POST',
  path: '/claim-rules/try',
  summary: 'What a next version would change: visits and stored claims by both versions; keeps nothing',
  input: Type.Object({ rules: ClaimRules }),
  output: RuleTrial,
  errors: ['not-found', 'bad-input'],
  staff: ['edition.change'],
  title: '试算理赔规则',
  noted: 'nothing',
});
