import Type from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ReviewLine, ReviewQueueName, ReviewStage } from './review-schemas.ts';

/** What waits for a reviewer, the next deadline first, or what became of it */
export const listReviews = defineConsoleCall({
  name: 'listReviews',
  topic: 'console/reviews',
  method: 'GET',
  path: '/reviews',
  summary: 'What waits for a reviewer, the next deadline first, or what became of it',
  input: Type.Object({
    queue: ReviewQueueName,
    stage: Type.Optional(ReviewStage),
    after: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}_[0-9]{1,18}$', description: '从哪一件往后' })),
  }),
  output: Type.Object({
    reviews: Type.Array(ReviewLine),
    /** How many of each kind wait for us. */
    counts: Type.Object({ recheck: Type.Integer(), drug: Type.Integer(), appeal: Type.Integer() }),
    next: Type.Union([Type.String(), Type.Null()]),
    at: BeijingTime,
  }),
  staff: ['reviews.view'],
  title: '看理赔与特药审核',
  noted: 'nothing',
});
