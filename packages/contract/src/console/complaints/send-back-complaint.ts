import Type from 'typebox';
import { ComplaintNo } from '../../complaints/complaint-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ComplaintView, DeskWords } from './complaint-desk-schemas.ts';

/** Has the desk answer again */
export const sendBackComplaint = defineConsoleCall({
  name: 'sendBackComplaint',
  topic: 'console/complaints',
  method: 'POST',
  path: '/complaints/{complaintNo}/send-back',
  summary: 'Has the desk answer again',
  input: Type.Object({ complaintNo: ComplaintNo, words: DeskWords }),
  output: ComplaintView,
  errors: ['not-found', 'staff-rule'],
  staff: ['complaints.close'],
  title: '退回重新答复',
  noted: 'change',
});
