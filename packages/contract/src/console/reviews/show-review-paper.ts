import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ReviewNo, ReviewQueueName } from './review-schemas.ts';

/** A paper that the resident handed in for it */
export const showReviewPaper = defineConsoleCall({
  name: 'showReviewPaper',
  topic: 'console/reviews',
  method: 'GET',
  path: '/reviews/{queue}/{reviewNo}/papers/{fileId}',
  summary: 'A paper that the resident handed in for it',
  input: Type.Object({
    queue: ReviewQueueName,
    reviewNo: ReviewNo,
    fileId: Type.String({ pattern: '^W[0-9]{19}$', description: '文件编号' }),
  }),
  output: Type.Object({}),
  replyKind: 'file',
  errors: ['not-found'],
  staff: ['reviews.view'],
  title: '看审核材料',
  noted: 'view',
});
