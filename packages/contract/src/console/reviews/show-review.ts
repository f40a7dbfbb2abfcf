import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ReviewNo, ReviewQueueName, ReviewView } from './review-schemas.ts';

/** One of them with its papers and its sum; the person finds the look in their own list */
export const showReview = defineConsoleCall({
  name: 'showReview',
  topic: 'console/reviews',
  method: 'GET',
  path: '/reviews/{queue}/{reviewNo}',
  summary: 'One of them with its papers and its sum; the person finds the look in their own list',
  input: Type.Object({ queue: ReviewQueueName, reviewNo: ReviewNo }),
  output: ReviewView,
  errors: ['not-found'],
  staff: ['reviews.view'],
  title: '看一件审核',
  noted: 'view',
});
