import Type from 'typebox';
import { ComplaintNo } from '../../complaints/complaint-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ComplaintView, DeskWords } from './complaint-desk-schemas.ts';

/** Answers the resident; compliance closes it afterwards */
export const answerComplaint = defineConsoleCall({
  name: 'answerComplaint',
  topic: 'console/complaints',
  method: 'POST',
  path: '/complaints/{complaintNo}/answer',
  summary: 'Answers the resident; compliance closes it afterwards',
  input: Type.Object({ complaintNo: ComplaintNo, answer: DeskWords }),
  output: ComplaintView,
  errors: ['not-found', 'staff-rule'],
  staff: ['complaints.handle'],
  title: '答复投诉',
  noted: 'change',
});
