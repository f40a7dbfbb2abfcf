import Type from 'typebox';
import { ComplaintNo } from '../../complaints/complaint-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ComplaintView, DeskWords } from './complaint-desk-schemas.ts';

/** Notes what was talked about with the resident */
export const noteComplaintContact = defineConsoleCall({
  name: 'noteComplaintContact',
  topic: 'console/complaints',
  method: 'POST',
  path: '/complaints/{complaintNo}/contacts',
  summary: 'Notes what was talked about with the resident',
  input: Type.Object({ complaintNo: ComplaintNo, words: DeskWords }),
  output: ComplaintView,
  errors: ['not-found', 'staff-rule'],
  staff: ['complaints.handle'],
  title: '记一次投诉联系',
  noted: 'change',
});
