import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AskedApproval, Reason } from '../staff/staff-schemas.ts';
import { DifferenceNo, ResolutionName } from './reconciliation-schemas.ts';

/** Asks for a difference to be settled in one way; done after another person has agreed */
export const askDifferenceDecision = defineConsoleCall({
  name: 'askDifferenceDecision',
  topic: 'console/reconciliation',
  method: 'POST',
  path: '/reconciliation/differences/{differenceNo}/decision',
  summary: 'Asks for a difference to be settled in one way; done after another person has agreed',
  input: Type.Object({ differenceNo: DifferenceNo, resolution: ResolutionName, reason: Reason }),
  output: AskedApproval,
  errors: ['not-found', 'staff-rule'],
  staff: ['reconciliation.settle'],
  title: '提交差异处理',
  noted: 'change',
});
