import Type from 'typebox';
import { ComplaintNo } from '../../complaints/complaint-schemas.ts';
import { FileId } from '../../uploads/upload-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';

/** A picture or paper that came with a complaint */
export const showComplaintFile = defineConsoleCall({
  name: 'showComplaintFile',
  topic: 'console/complaints',
  method: 'GET',
  path: '/complaints/{complaintNo}/files/{fileId}',
  summary: 'A picture or paper that came with a complaint',
  input: Type.Object({ complaintNo: ComplaintNo, fileId: FileId }),
  output: Type.Object({}),
  replyKind: 'file',
  errors: ['not-found'],
  staff: ['complaints.view'],
  title: '看投诉材料',
  noted: 'view',
});
