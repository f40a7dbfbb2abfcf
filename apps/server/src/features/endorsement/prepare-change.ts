import type { Calls, InputOf } from '@huimin/contract';
import { coverageEnded } from '@huimin/domain/product';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { type CallRequest, fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import { editionOfOrder, insuredDetails } from '../order/index.ts';
import { type Carried, identityInTheWay, touchesIdentity } from './apply-change.ts';
import {
  type ChangeableOrder,
  changeableOrder,
  isSelf,
  presentPerson,
  whyNotOffered,
  whyPayerStays,
  whyPolicyStays,
} from './change-context.ts';
import type { ChangeDependencies } from './change-deps.ts';
import { planOf } from './change-plan.ts';
import { changeByClientKey, openChangesOf, siblingOrders, writeDraft } from './change-store.ts';
import { checkNewValues } from './check-new-values.ts';
import { evaluate } from './evaluate-change.ts';

type Input = InputOf<Calls['prepareChange']>;

/** Saying that a number is insured answers a question about whoever has it: enough for slips, too little for trying out. */
const RULE: RateRule = { name: 'change-user', limit: 30, windowMs: 3_600_000 };
const DRAFT_LIFE_MS = 24 * 3_600_000;

/** Checks what is to change, writes it down as a draft and says what it takes. */
export function prepareChange(deps: ChangeDependencies): Handler<Calls['prepareChange']> {
  return async (input, request) => {
    const found = await changeableOrder(deps, request, input.orderNo);
    if (!found.ok) return found;
    const context = found.value;
    const { order } = context;
    const { query } = deps.database;
    const before = await changeByClientKey(query, order.shard, order.id, input.clientKey);
    if (before && before.status !== 'DRAFT') return planOf(deps, context, before);
    const carried = await carriedBy(deps, context, input, request);
    if (!carried.ok) return carried;
    const furtherOrderIds = await alsoChanged(deps, carried.value);
    const nowMs = deps.clock.now();
    await deps.database.transaction((held) =>
      writeDraft(held, {
        shard: order.shard,
        id: deps.orderIds.next(order.shard),
        orderId: order.id,
        userId: order.user_id,
        clientKey: input.clientKey,
        subject: carried.value.row === null ? 'payer' : 'insured',
        insuredId: carried.value.row?.id ?? 0n,
        reason: input.reason,
        itemsSealed: deps.vault.sealJson('change', carried.value.items),
        fields: carried.value.items.map(({ field }) => field),
        furtherOrderIds,
        traceId: input.traceId ?? null,
        nowMs,
        expiresAtMs: nowMs + DRAFT_LIFE_MS,
      }),
    );
    const draft = await changeByClientKey(query, order.shard, order.id, input.clientKey);
    if (!draft) throw new Error('a draft was written but is not there');
    return planOf(deps, context, draft, carried.value);
  };
}

/** What was asked for, checked against what is there; refusals name what is wrong. */
async function carriedBy(
  deps: ChangeDependencies,
  context: ChangeableOrder,
  input: Input,
  request: CallRequest,
): Promise<Reply<Carried>> {
  const row = input.policyNo === undefined ? null : rowOf(deps, context, input.policyNo);
  if (row === undefined) return fail('not-found', '没有找到这份保单');
  const subject = row === null ? 'payer' : 'insured';
  const notOffered = whyNotOffered(context.edition, subject);
  if (notOffered !== null) return fail('switched-off', notOffered);
  const stays = row === null ? whyPayerStays(context) : whyPolicyStays(policyOf(context, row.id));
  if (stays !== null) return fail('order-state', stays);
  if (row !== null && isSelf(row) && input.newValues.phone !== undefined) {
    const message = '本人的联系电话请在“修改缴费人信息”里改';
    return fail('bad-input', message, { fields: [{ path: 'newValues.phone', message }] });
  }
  if (!(await deps.limiter.allows(RULE, String(request.user.id)))) {
    return fail('too-many-requests', '改的次数太多了，请过一小时再试');
  }
  const before = presentPerson(deps, context, row);
  const checked = checkNewValues(subject, before, input.newValues, deps.clock.now());
  if (!checked.ok) return checked;
  const carried = { context, row, before, ...checked.value };
  const decision = evaluate(carried, true);
  if (decision.way === 'refused') return fail('order-state', decision.why);
  const free = await identityInTheWay(deps, deps.database.query, carried);
  if (!free.ok) return free;
  const open = await openInTheWay(deps, carried);
  return open === null ? ok(carried) : fail('order-state', open);
}

function rowOf(deps: ChangeDependencies, { people }: ChangeableOrder, policyNo: string) {
  const policyId = deps.numbers.policyId(policyNo);
  return people.find((person) => person.id === policyId);
}

const policyOf = ({ policies }: ChangeableOrder, id: bigint) => policies.find((policy) => policy.id === id);

/** Only one request of a person waits at a time; what is done at once does not wait. */
async function openInTheWay(deps: ChangeDependencies, carried: Carried): Promise<string | null> {
  const { context, row } = carried;
  if (evaluate(carried, true).way === 'at-once' && !touchesIdentity(carried.items)) return null;
  const open = await openChangesOf(deps.database.query, context.order.shard, context.order.id);
  if (!open.some((change) => change.insuredId === (row?.id ?? 0n))) return null;
  const name = row === null ? '缴费人' : insuredDetails(deps, row).name;
  return `${name}有一份更正正在审核。请等结果，或者先撤回它`;
}

/** Orders whose payer's contact data go along: the same payer's, as long as their cover is not over. */
async function alsoChanged(deps: ChangeDependencies, { context, row, items }: Carried): Promise<bigint[]> {
  if (row !== null || touchesIdentity(items)) return [];
  const { order } = context;
  const siblings = await siblingOrders(deps.database.query, {
    shard: order.shard,
    id: order.id,
    userId: order.user_id,
  });
  return siblings.flatMap((sibling) => {
    const edition = editionOfOrder(deps.editions, sibling);
    const goesAlong = edition?.document.updatePolicyholder && !coverageEnded(edition.document, deps.clock.now());
    return goesAlong ? [sibling.id] : [];
  });
}
