import Type from 'typebox';
import { ComplaintNo } from '../../complaints/complaint-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ComplaintView } from './complaint-desk-schemas.ts';

/** One complaint with what was written, its order, its recording and what happened */
export const showComplaint = defineConsoleCall({
  name: 'showComplaint',
  topic: 'console/complaints',
  method: 'GET',
  path: '/complaints/{complaintNo}',
  summary: 'One complaint with what was written, its order, its recording and what happened',
  input: Type.Object({ complaintNo: ComplaintNo }),
  output: ComplaintView,
  errors: ['not-found'],
  staff: ['complaints.view'],
  title: '看一件投诉',
  noted: 'view',
});
