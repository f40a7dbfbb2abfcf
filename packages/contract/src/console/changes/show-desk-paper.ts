import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ReadPurpose, RequestNo } from './change-desk-schemas.ts';

/** A paper that came with a request, for a purpose that is noted */
export const showDeskPaper = defineConsoleCall({
  name: 'showDeskPaper',
  topic: 'console/changes',
  method: 'GET',
  path: '/change-requests/{requestNo}/papers/{fileId}',
  summary: 'A paper that came with a request, for a purpose that is noted',
  input: Type.Object({
    requestNo: RequestNo,
    fileId: Type.String({ pattern: '^W[0-9]{19}$', description: '文件编号' }),
    purpose: ReadPurpose,
  }),
  output: Type.Object({}),
  replyKind: 'file',
  errors: ['not-found'],
  staff: ['changes.decide', 'changes.approve'],
  title: '看变更材料',
  noted: 'view',
});
