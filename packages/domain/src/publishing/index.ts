export {
  afterReviewEvent,
  failedChecksSentence,
  type ReviewedDraft,
  whyNoAgreement,
  whyNoDecision,
  whyNoSchedule,
} from './review-rules.ts';
export { REVIEW_STATUS_TABLE, type ReviewEvent, type ReviewStatus } from './review-status.ts';
