import type { Query } from '../../db/database.ts';
import { answerClaimRecheck } from '../claims/index.ts';
import { type AppealDecision, decidePreExistingAppeal } from '../pre-existing/index.ts';
import { type DrugDecision, decideDrugApplication } from '../special-drugs/index.ts';
import { type ApprovalKind, NotPossible, type StaffMember } from '../staff/index.ts';
import type { ReviewDeskDependencies } from './review-desk-deps.ts';
import { openReview } from './review-store.ts';

export const REVIEW_DECISION = 'review-decision';
const LASTS_MS = 3 * 24 * 60 * 60_000;

type Unsigned<D> = D extends { readonly by: string } ? Omit<D, 'by'> : never;

/** What is to become of one; who decided is added when it does. */
export type Decision =
  | { readonly queue: 'recheck'; readonly kind: 'upheld' | 'corrected'; readonly answer: string }
  | { readonly queue: 'drug'; readonly drug: Unsigned<DrugDecision> }
  | { readonly queue: 'appeal'; readonly appeal: Omit<AppealDecision, 'by'> };

export interface Decided {
  readonly reviewNo: string;
  readonly decision: Decision;
}

/** Two people of one name are two. */
export const signerOf = ({ name, account }: Pick<StaffMember, 'name' | 'account'>): string => `${name}（${account}）`;

type Carrier = Omit<ReviewDeskDependencies, 'approvals'>;

/** Carries out what was decided, within a transaction. */
export async function carryOut(
  deps: Carrier,
  query: Query,
  { reviewNo, decision }: Decided,
  by: string,
): Promise<'done' | 'gone' | 'late'> {
  switch (decision.queue) {
    case 'recheck': {
      const { kind, answer } = decision;
      return (await answerClaimRecheck(deps, query, BigInt(reviewNo), { kind, answer, by })) ? 'done' : 'late';
    }
    case 'drug':
      return decideDrugApplication(deps.drugs, query, reviewNo, { ...decision.drug, by });
    case 'appeal':
      return decidePreExistingAppeal(deps.preExisting, query, reviewNo, { ...decision.appeal, by });
  }
}

/** What changes money or a label is done when another person agrees; both see what it is about. */
export function reviewDecisionKind(deps: Carrier): ApprovalKind<Decided> {
  return {
    ...{ kind: REVIEW_DECISION, title: '理赔与特药审核', asks: 'reviews.decide', decides: 'reviews.approve' },
    lastsMs: LASTS_MS,
    async within({ decision: { queue }, reviewNo }, { scope }, { query }) {
      return (await openReview(deps, query, scope, queue, reviewNo)) !== null;
    },
    async run(decided, { query, askedBy, decidedBy }) {
      const by = [askedBy, decidedBy].flatMap((person) => (person ? signerOf(person) : [])).join('，复核 ');
      if ((await carryOut(deps, query, decided, by)) !== 'done') {
        throw new NotPossible('staff-rule', '这一件已经有结果，或者本人撤回了');
      }
    },
  };
}
