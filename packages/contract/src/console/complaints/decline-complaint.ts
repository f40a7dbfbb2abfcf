import Type from 'typebox';
import { ComplaintNo } from '../../complaints/complaint-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ComplaintView, DeskWords } from './complaint-desk-schemas.ts';

/** Does not take a complaint on, and tells the resident why */
export const declineComplaint = defineConsoleCall({
  name: 'declineComplaint',
  topic: 'console/complaints',
  method: 'POST',
  path: '/complaints/{complaintNo}/decline',
  summary: 'Does not take a complaint on, and tells the resident why',
  input: Type.Object({ complaintNo: ComplaintNo, answer: DeskWords }),
  output: ComplaintView,
  errors: ['not-found', 'staff-rule'],
  staff: ['complaints.close'],
  title: '不予受理投诉',
  noted: 'change',
});
