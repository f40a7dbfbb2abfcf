import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ApprovalNo, ApprovalView } from './staff-schemas.ts';

/** Agrees to a request of somebody else, which is then done at once, or refuses it */
export const decideApproval = defineConsoleCall({
  name: 'decideApproval',
  topic: 'console/staff',
  method: 'POST',
  path: '/approvals/{approvalNo}/decide',
  summary: 'Agrees to a request of somebody else, which is then done at once, or refuses it',
  input: Type.Object({
    approvalNo: ApprovalNo,
    agree: Type.Boolean(),
    note: Type.Optional(Type.String({ maxLength: 200, description: '说明' })),
  }),
  output: ApprovalView,
  errors: ['not-found', 'approval-closed', 'staff-rule'],
  staff: ['approvals.view'],
  title: '审申请',
  noted: 'change',
});
