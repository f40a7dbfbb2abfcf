import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AskedApproval, Reason } from '../staff/staff-schemas.ts';
import { DifferenceNo, IssueResolutionName } from './reconciliation-schemas.ts';

/** Asks for a difference with the insurer's file to be decided in one way; written down when another person has agreed */
export const askIssueDecision = defineConsoleCall({
  name: 'askIssueDecision',
  topic: 'console/reconciliation',
  method: 'POST',
  path: '/reconciliation/issues/{issueNo}/decision',
  summary:
    'Asks for a difference with the insurer’s file to be decided in one way; written down when another person has agreed',
  input: Type.Object({ issueNo: DifferenceNo, issueResolution: IssueResolutionName, reason: Reason }),
  output: AskedApproval,
  errors: ['not-found', 'staff-rule'],
  staff: ['reconciliation.settle'],
  title: '提交出单差处理',
  noted: 'change',
});
