import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ClaimRules, RuleTrial } from './claim-rule-schemas.ts';

/** The next version that waits for a second person, with what it would change */
export const showAskedClaimRules = defineConsoleCall({
  name: 'showAskedClaimRules',
  topic: 'console/reviews',
  method: 'GET',
  path: '/claim-rules/{edition}/asked',
  summary: 'The next version that waits for a second person, with what it would change',
  input: Type.Object({ edition: EditionCode }),
  output: Type.Object({ rules: ClaimRules, trial: RuleTrial }),
  errors: ['not-found'],
  staff: ['edition.view'],
  title: '看待复核的理赔规则',
  noted: 'nothing',
});
