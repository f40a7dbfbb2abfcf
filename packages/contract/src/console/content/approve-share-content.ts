import Type from 'typebox';
import { ContentId } from '../../sharing/sharing-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';

/** Shows a draft from now on, under an approval's number and until its day; never by whoever wrote it */
export const approveShareContent = defineConsoleCall({
  name: 'approveShareContent',
  topic: 'console/content',
  method: 'POST',
  path: '/share-contents/{contentId}/approve',
  summary: 'Shows a draft from now on, under an approval’s number and until its day; never by whoever wrote it',
  input: Type.Object({
    contentId: ContentId,
    version: Type.Integer({ minimum: 1, maximum: 1_000_000, description: '哪一版' }),
    approvalNo: Type.String({ pattern: '^[0-9A-Za-z-]{2,30}$', description: '审批号，2 到 30 位字母、数字和 -' }),
    expiresOn: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: '有效期到哪一天' }),
  }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule', 'bad-input'],
  staff: ['content.approve'],
  title: '审批分享内容',
  noted: 'change',
});
