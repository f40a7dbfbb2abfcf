import type { AnyApprovalKind, ConsoleHandlerTable } from '../staff/index.ts';
import { reviewDecisionKind } from './carry-out.ts';
import { checkClaim } from './check-claim.ts';
import { askClaimRules, claimRulesKind, listClaimRules, showAskedClaimRules, tryClaimRules } from './claim-rules.ts';
import { decideReview } from './decide-review.ts';
import { listReviews } from './list-reviews.ts';
import type { ReviewDeskDependencies } from './review-desk-deps.ts';
import { showReview, showReviewPaper } from './show-review.ts';

export { countReviews } from './list-reviews.ts';

/** What two people are needed for here. */
export function reviewApprovals(deps: Omit<ReviewDeskDependencies, 'approvals'>): readonly AnyApprovalKind[] {
  return [reviewDecisionKind(deps), claimRulesKind(deps)];
}

/** The console's calls of this topic, by name. */
export function reviewDeskHandlers(deps: ReviewDeskDependencies) {
  return {
    listReviews: listReviews(deps),
    showReview: showReview(deps),
    showReviewPaper: showReviewPaper(deps),
    decideReview: decideReview(deps),
    checkClaim: checkClaim(deps),
    listClaimRules: listClaimRules(deps),
    tryClaimRules: tryClaimRules(deps),
    askClaimRules: askClaimRules(deps),
    showAskedClaimRules: showAskedClaimRules(deps),
  } satisfies ConsoleHandlerTable;
}
