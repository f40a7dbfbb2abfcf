import Type from 'typebox';
import { ComplaintNo } from '../../complaints/complaint-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ComplaintView, DeskWords, FindingName } from './complaint-desk-schemas.ts';

/** Closes an answered complaint with what was found; never who answered it */
export const closeComplaint = defineConsoleCall({
  name: 'closeComplaint',
  topic: 'console/complaints',
  method: 'POST',
  path: '/complaints/{complaintNo}/close',
  summary: 'Closes an answered complaint with what was found; never who answered it',
  input: Type.Object({ complaintNo: ComplaintNo, finding: FindingName, words: DeskWords }),
  output: ComplaintView,
  errors: ['not-found', 'staff-rule'],
  staff: ['complaints.close'],
  title: '办结投诉',
  noted: 'change',
});
