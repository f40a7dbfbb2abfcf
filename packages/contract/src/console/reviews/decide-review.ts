import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ReviewNo, ReviewQueueName, ReviewVerdict } from './review-schemas.ts';

/** Decides one; what changes money or a label only asks, and counts when another person agrees */
export const decideReview = defineConsoleCall({
  name: 'decideReview',
  topic: 'console/reviews',
  method: 'POST',
  path: '/reviews/{queue}/{reviewNo}/decide',
  summary: 'Decides one; what changes money or a label only asks, and counts when another person agrees',
  input: Type.Object({
    queue: ReviewQueueName,
    reviewNo: ReviewNo,
    verdict: ReviewVerdict,
    /** What the resident is told; of an approval and of a drug that was taken, why. */
    answer: Type.String({ minLength: 2, maxLength: 200, pattern: '\\S', description: '答复或说明，2 到 200 个字' }),
    cycles: Type.Optional(Type.Integer({ minimum: 1, maximum: 24, description: '批几期' })),
    preExisting: Type.Optional(Type.Boolean({ description: '按既往症比例' })),
    priceFen: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000, description: '实际药价' })),
    /** What an appeal's answer is corrected to; null: no pre-existing condition. */
    classCode: Type.Optional(Type.String({ pattern: '^C[1-9]$', description: '既往症第几类，不属于就不填' })),
  }),
  output: Type.Object({
    /** The request that waits for a second person; null where it is done. */
    approvalNo: Type.Union([Type.String(), Type.Null()]),
  }),
  errors: ['not-found', 'staff-rule', 'bad-input'],
  staff: ['reviews.decide'],
  title: '办理审核',
  noted: 'change',
});
