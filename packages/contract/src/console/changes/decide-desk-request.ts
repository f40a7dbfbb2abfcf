import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ApprovalNo } from '../staff/staff-schemas.ts';
import { Decision, RequestNo } from './change-desk-schemas.ts';

/** Decides a request; what moves somebody's identity is only asked for and done when another person agrees */
export const decideDeskRequest = defineConsoleCall({
  name: 'decideDeskRequest',
  topic: 'console/changes',
  method: 'POST',
  path: '/change-requests/{requestNo}/decision',
  summary: 'Decides a request; what moves somebody’s identity is only asked for and done when another person agrees',
  input: Type.Object({
    requestNo: RequestNo,
    deskVerdict: Decision,
    /** Of the list of causes; not for an approval. */
    cause: Type.Optional(Type.String({ pattern: '^[a-z][a-z-]{1,30}$', description: '原因' })),
    /** What the resident is told, or for an approval what the second person reads. */
    note: Type.Optional(Type.String({ maxLength: 200, description: '写给申请人的话' })),
  }),
  output: Type.Object({
    /** Null: it is done. */
    approvalNo: Type.Union([ApprovalNo, Type.Null()]),
  }),
  errors: ['not-found', 'staff-rule', 'order-state', 'already-insured'],
  staff: ['changes.decide'],
  title: '审变更申请',
  noted: 'change',
});
