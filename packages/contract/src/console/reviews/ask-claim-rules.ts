import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AskedApproval } from '../staff/staff-schemas.ts';
import { ClaimRules } from './claim-rule-schemas.ts';

/** Asks for a next version to be published; its control cases have to come out as they were worked out by hand */
export const askClaimRules = defineConsoleCall({
  name: 'askClaimRules',
  topic: 'console/reviews',
  method: 'POST',
  path: '/claim-rules',
  summary:
    'Asks for a next version to be published; its control cases have to come out as they were worked out by hand',
  input: Type.Object({
    rules: ClaimRules,
    reason: Type.String({ minLength: 4, maxLength: 200, pattern: '\\S', description: '原因，4 到 200 个字' }),
  }),
  output: AskedApproval,
  errors: ['not-found', 'bad-input', 'staff-rule'],
  staff: ['edition.change'],
  title: '发布理赔规则',
  noted: 'change',
});
