import Type from 'typebox';
import { ComplaintNo } from '../../complaints/complaint-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ComplaintView, DeskWords } from './complaint-desk-schemas.ts';

/** Puts the deadline off, once and before it is over, and tells the resident why */
export const extendComplaint = defineConsoleCall({
  name: 'extendComplaint',
  topic: 'console/complaints',
  method: 'POST',
  path: '/complaints/{complaintNo}/extend',
  summary: 'Puts the deadline off, once and before it is over, and tells the resident why',
  input: Type.Object({
    complaintNo: ComplaintNo,
    workingDays: Type.Enum([5, 10, 15], { description: '延长几个工作日' }),
    words: DeskWords,
  }),
  output: ComplaintView,
  errors: ['not-found', 'staff-rule'],
  staff: ['complaints.close'],
  title: '延长投诉期限',
  noted: 'change',
});
