import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ApprovalNo, ApprovalView } from './staff-schemas.ts';

/** Takes one's own request back */
export const withdrawApproval = defineConsoleCall({
  name: 'withdrawApproval',
  topic: 'console/staff',
  method: 'POST',
  path: '/approvals/{approvalNo}/withdraw',
  summary: 'Takes one’s own request back',
  input: Type.Object({ approvalNo: ApprovalNo }),
  output: ApprovalView,
  errors: ['not-found', 'approval-closed'],
  staff: ['approvals.view'],
  title: '撤回申请',
  noted: 'change',
});
