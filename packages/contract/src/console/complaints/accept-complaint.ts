import Type from 'typebox';
import { ComplaintNo } from '../../complaints/complaint-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ComplaintView } from './complaint-desk-schemas.ts';

/** Takes a complaint on, and tells the resident */
export const acceptComplaint = defineConsoleCall({
  name: 'acceptComplaint',
  topic: 'console/complaints',
  method: 'POST',
  path: '/complaints/{complaintNo}/accept',
  summary: 'Takes a complaint on, and tells the resident',
  input: Type.Object({ complaintNo: ComplaintNo }),
  output: ComplaintView,
  errors: ['not-found', 'staff-rule'],
  staff: ['complaints.handle'],
  title: '受理投诉',
  noted: 'change',
});
