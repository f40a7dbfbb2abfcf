export { askClaimRules } from './ask-claim-rules.ts';
export { decideReview } from './decide-review.ts';
export { listClaimRules } from './list-claim-rules.ts';
export { listReviews } from './list-reviews.ts';
export { showAskedClaimRules } from './show-asked-claim-rules.ts';
export { showReview } from './show-review.ts';
export { showReviewPaper } from './show-review-paper.ts';
export { tryClaimRules } from './try-claim-rules.ts';
