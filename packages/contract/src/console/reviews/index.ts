export { decideReview } from './decide-review.ts';
export { listReviews } from './list-reviews.ts';
export { showReview } from './show-review.ts';
export { showReviewPaper } from './show-review-paper.ts';
