import type { Calls, ChangePlanValue } from '@huimin/contract';
import { IDENTITY_CARD } from '@huimin/domain/person';
import { type CallRequest, fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import type { Carried } from './apply-change.ts';
import { type ChangeableOrder, changeableOrder, presentPerson, whyPolicyStays } from './change-context.ts';
import type { ChangeDependencies } from './change-deps.ts';
import { withItems } from './change-items.ts';
import { type ChangeRow, changeOfOwner } from './change-store.ts';
import { changeViews, itemsOf } from './change-view.ts';
import { evaluate } from './evaluate-change.ts';

export async function planOf(
  deps: ChangeDependencies,
  context: ChangeableOrder,
  change: ChangeRow,
  carried?: Carried,
): Promise<Reply<ChangePlanValue>> {
  const [view] = await changeViews(deps, context, [change]);
  if (!view) throw new Error('a change has no view');
  const items = itemsOf(deps, change);
  const plain = carried ? evaluate(carried, false) : null;
  const provenAtOnce = carried ? evaluate(carried, true).way === 'at-once' : false;
  const isReview = plain !== null && plain.way !== 'at-once';
  const policies = context.policies.filter((policy) => whyPolicyStays(policy) === null);
  return ok({
    change: view,
    way: isReview ? 'review' : 'at-once',
    why: plain?.way === 'review' ? plain.why : null,
    proofPurpose: isReview && provenAtOnce ? (change.subject === 'payer' ? 'change-payer' : 'correct-identity') : null,
    papersNeeded: isReview,
    newPhoneCodeNeeded: change.subject === 'payer' && items.some(({ field }) => field === 'phone'),
    policyCount: change.subject === 'insured' ? 1 : policies.length + change.furtherOrderIds.length,
  });
}

/** What a draft would do to the data as they are now; null where they are no longer what it began with. */
function carriedByDraft(deps: ChangeDependencies, context: ChangeableOrder, draft: ChangeRow): Carried | null {
  const row = draft.subject === 'payer' ? null : context.people.find(({ id }) => id === draft.insuredId);
  if (row === undefined) return null;
  const items = itemsOf(deps, draft);
  const before = presentPerson(deps, context, row);
  const after = withItems(before, items);
  return after && { context, row, items, before, after };
}

async function draftOfOwner(
  deps: ChangeDependencies,
  { user }: Pick<CallRequest, 'user'>,
  changeNo: string,
): Promise<ChangeRow | null> {
  const id = deps.numbers.changeId(changeNo);
  const change = id === null ? null : await changeOfOwner(deps.database.query, user, id);
  return change?.status === 'DRAFT' ? change : null;
}

/** A draft of this order to go on with; null where there is none, or it no longer fits. */
export async function draftPlan(
  deps: ChangeDependencies,
  context: ChangeableOrder,
  request: Pick<CallRequest, 'user'>,
  draftNo: string,
): Promise<ChangePlanValue | null> {
  const draft = await draftOfOwner(deps, request, draftNo);
  if (draft?.orderId !== context.order.id) return null;
  const carried = carriedByDraft(deps, context, draft);
  const plan = carried && (await planOf(deps, context, draft, carried));
  return plan?.ok ? plan.value : null;
}

/** Seals the corrected person of a draft for a check of identity, so that nobody types a number twice. */
export function prepareChangeCheck(deps: ChangeDependencies): Handler<Calls['prepareChangeCheck']> {
  return async ({ changeNo }, request) => {
    const draft = await draftOfOwner(deps, request, changeNo);
    const found = draft && (await changeableOrder(deps, request, deps.numbers.orderNo(draft.orderId)));
    if (!draft || !found) return fail('not-found', '没有找到这份申请，请重新填写');
    if (!found.ok) return found;
    const carried = carriedByDraft(deps, found.value, draft);
    if (!carried) return fail('order-state', '信息在这期间已经变了，请重新填写');
    const { name, idType, idNumber } = carried.after;
    if (idType !== IDENTITY_CARD) return fail('order-state', '网上核对只能用居民身份证，请上传证件照片');
    const purpose = draft.subject === 'payer' ? 'change-payer' : 'correct-identity';
    return deps.prepareCheck({ purpose, name, idNumber }, request);
  };
}
