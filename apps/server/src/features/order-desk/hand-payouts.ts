import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingDate, parseDate } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import { numberOfRound } from '@huimin/domain/refund';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import {
  holdForHand,
  lockForHand,
  type PaymentDependencies,
  raiseAlert,
  recordPaidByHand,
  whyNotByHand,
} from '../payment/index.ts';
import { type ApprovalKind, type ConsoleHandler, NotPossible, type StaffMember } from '../staff/index.ts';
import { isAsked } from './hand-payout-store.ts';
import { seesOrderOf } from './open-order.ts';
import type { OrderDeskDependencies } from './order-desk-deps.ts';
import { openRefund } from './show-refund.ts';

const HAND_PAYOUT = 'hand-payout';
const LASTS_MS = 3 * 24 * 60 * 60_000;

interface Paid {
  readonly shard: number;
  readonly refundId: string;
  readonly orderId: string;
}

/** Money that left the house by hand is in the books when a second person has looked at the bank's slip. */
export function handPayoutKind(deps: Pick<OrderDeskDependencies, 'editions'>): ApprovalKind<Paid> {
  return {
    ...{ kind: HAND_PAYOUT, title: '登记人工退款', asks: 'reconciliation.settle', decides: 'reconciliation.approve' },
    lastsMs: LASTS_MS,
    within: ({ shard, orderId }, { scope }, { query }) => seesOrderOf(deps, query, scope, shard, BigInt(orderId)),
    async run({ shard, refundId }, { query, approvalId, askedBy, decidedBy, nowMs }) {
      const [refund] = await query<{ started_by: number | null }>(
        'select started_by from refunds where shard = $1 and id = $2',
        [shard, BigInt(refundId)],
      );
      if (refund?.started_by != null && refund.started_by === decidedBy?.id) {
        throw new NotPossible('staff-rule', '您发起的退款要由另一个人复核');
      }
      const by = [askedBy, decidedBy].filter((one) => one !== null).map(signed);
      const rows = await query(
        `update hand_payout_requests set state = 'agreed', recorded_by = $2, next_try_at = $3
         where approval_id = $1 and state = 'asked' returning id`,
        [approvalId, by.join('、'), new Date(nowMs)],
      );
      if (rows.length === 0) throw new NotPossible('staff-rule', '这份登记已经办过了');
    },
  };
}

const signed = ({ name, account }: StaffMember): string => `${name}（${account}）`;

export function recordHandRefund(deps: OrderDeskDependencies): ConsoleHandler<ConsoleCalls['recordHandRefund']> {
  return async ({ refundNo, reference, paidOn, reason }, request) => {
    const { member } = request;
    const nowMs = deps.clock.now();
    if (parseDate(paidOn) === null || paidOn > beijingDate(nowMs)) {
      return fail('staff-rule', '请写付款日期，不晚于今天');
    }
    return deps.database.transaction(async (query) => {
      const row = await openRefund(deps, member, refundNo, query);
      if (!row) return fail('not-found', '没有这笔退款');
      if (row.started_by === member.id) return fail('staff-rule', '您发起的退款要由另一个人登记');
      if (!(await lockForHand(query, row, nowMs))) return fail('staff-rule', '系统正在处理这笔退款，请一分钟后再试');
      if (await isAsked(query, row, nowMs)) return fail('staff-rule', '这笔退款有一份登记在等第二个人同意');
      const current = numberOfRound(row.refund_no, row.round);
      const why = await whyNotByHand(query, deps, current, reference);
      if (why !== null) return fail('staff-rule', why);
      const payload: Paid = { shard: row.shard, refundId: String(row.id), orderId: String(row.order_id) };
      const details = `${formatYuan(row.amount_fen)} 元，凭证 ${reference}，付款日 ${paidOn}`;
      const approvalId = await deps.approvals.ask(
        query,
        { kind: HAND_PAYOUT },
        { by: member, subject: current, details, reason, payload },
      );
      await query(
        `insert into hand_payout_requests (approval_id, shard, refund_id, refund_no, reference, paid_on, reason, asked_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [approvalId, row.shard, row.id, current, reference, paidOn, reason, new Date(nowMs)],
      );
      // So that the provider does not pay it once more, until two people say that it was paid, or that it was not.
      await holdForHand(query, row, true);
      const detail = `${current} 人工退款，${details}：${reason}`;
      await request.note({ subject: deps.numbers.orderNo(row.order_id), detail }, query);
      return ok({ approvalNo: String(approvalId), status: 'waiting' as const });
    });
  };
}

/** Longer than a provider takes to answer or to run into its time limit. */
const LEASE_MS = 5 * 60_000;
/** Longer than a refund is held by whatever else works on it. */
const AGAIN_MS = 90_000;
const TRIES = 5;

interface DuePayout {
  readonly id: number;
  readonly shard: number;
  readonly refund_id: bigint;
  readonly refund_no: string;
  readonly reference: string;
  readonly paid_on: string;
  readonly reason: string;
  readonly recorded_by: string;
  readonly tries: number;
}

/** Records one payment that was agreed to; what stands against it is kept for whoever looks at the refund. */
export async function runHandPayout(deps: PaymentDependencies): Promise<number> {
  const { query } = deps.database;
  const nowMs = deps.clock.now();
  await dropRefused(query, nowMs);
  await endSettled(query, nowMs);
  const [due] = await query<DuePayout>(
    `update hand_payout_requests set next_try_at = $2, tries = tries + 1
     where id = (select id from hand_payout_requests where state = 'agreed' and next_try_at <= $1
       order by next_try_at, id limit 1 for update skip locked)
     returning id, shard, refund_id, refund_no, reference, paid_on, reason, recorded_by, tries`,
    [new Date(nowMs), new Date(nowMs + LEASE_MS)],
  );
  if (!due) return 0;
  const { reference, paid_on: paidOn, reason, recorded_by: by } = due;
  try {
    const solved = await recordPaidByHand(deps, due.refund_no, { reference, paidOn, reason, by });
    if (solved.kind === 'later' && due.tries < TRIES) await tryAgain(query, due, deps.clock.now());
    else await end(query, due, problemOf(solved), deps.clock.now());
  } catch (problem) {
    deps.log.error({ refundNo: due.refund_no, err: problem }, 'a payment by hand was not recorded');
    if (due.tries >= TRIES) await end(query, due, '系统出错，已经试了 5 次，请重新登记', deps.clock.now());
  }
  return 1;
}

function problemOf(solved: Awaited<ReturnType<typeof recordPaidByHand>>): string {
  if (solved.kind === 'not-so' || solved.kind === 'later') return solved.why;
  return solved.kind === 'absent' ? '没有这笔退款' : '';
}

/** Two people have agreed: nobody has to ask them again for what is over in a minute. */
async function tryAgain(query: Query, { id }: DuePayout, nowMs: number): Promise<void> {
  await query(`update hand_payout_requests set next_try_at = $2 where id = $1 and state = 'agreed'`, [
    id,
    new Date(nowMs + AGAIN_MS),
  ]);
}

/** Nobody agreed. Whether the money left is not known by that: the refund stays held, and the console is told. */
async function dropRefused(query: Query, nowMs: number): Promise<void> {
  const dropped = await query<Ended>(
    `update hand_payout_requests h set state = 'dropped', ended_at = $1
     from staff_approvals a where a.id = h.approval_id and h.state = 'asked' and (a.status <> 'waiting' or a.expires_at <= $1)
     returning h.id, h.shard, h.refund_id, h.refund_no`,
    [new Date(nowMs)],
  );
  for (const one of dropped) await tell(query, 'refund-held', one, nowMs);
}

/** What its provider gave back while somebody said that the house had paid it, or after two had: perhaps paid twice. */
async function endSettled(query: Query, nowMs: number): Promise<void> {
  const open = await query<Ended>(
    `select id, shard, refund_id, refund_no from hand_payout_requests
     where told_twice_at is null and state <> 'done' and released_at is null order by id`,
    [],
  );
  if (open.length === 0) return;
  // A statement of its own: refunds lie by their shard, requests all together.
  const settled = await query<{ shard: number; id: bigint }>(
    `select r.shard, r.id from unnest($1::smallint[], $2::bigint[]) as g(shard, id)
     join refunds r on r.shard = g.shard and r.id = g.id where r.state = 'SETTLED' and not r.by_hand`,
    [open.map((one) => one.shard), open.map((one) => one.refund_id)],
  );
  const twice = open.filter((one) => settled.some(({ shard, id }) => shard === one.shard && id === one.refund_id));
  const paidTwice = await query<Ended>(
    `update hand_payout_requests set told_twice_at = $1 where id = any($2) and told_twice_at is null
       and state <> 'done' and released_at is null
     returning id, shard, refund_id, refund_no`,
    [new Date(nowMs), twice.map(({ id }) => id)],
  );
  for (const one of paidTwice) await tell(query, 'refund-twice', one, nowMs);
}

type Ended = Pick<DuePayout, 'id' | 'shard' | 'refund_id' | 'refund_no'>;

async function tell(query: Query, kind: 'refund-held' | 'refund-twice', one: Ended, nowMs: number): Promise<void> {
  const [refund] = await query<{ order_id: bigint; amount_fen: number }>(
    'select order_id, amount_fen from refunds where shard = $1 and id = $2',
    [one.shard, one.refund_id],
  );
  if (!refund) return;
  const { order_id: orderId, amount_fen: amountFen } = refund;
  const subject = `${one.refund_no} ${one.id}`;
  const { shard, refund_no: refundNo } = one;
  await raiseAlert(query, { kind, subject, orderId, shard, details: { refundNo, amountFen } }, nowMs);
}

/** What was not recorded stays held: two people have said that the money left the house. */
async function end(query: Query, due: DuePayout, problem: string, nowMs: number): Promise<void> {
  const { id, shard, refund_id: refundId } = due;
  await query(
    `update hand_payout_requests set state = $2, problem = $3, next_try_at = null, ended_at = $4 where id = $1`,
    [id, problem === '' ? 'done' : 'failed', problem, new Date(nowMs)],
  );
  if (problem === '') return holdForHand(query, { shard, id: refundId }, false);
  await endSettled(query, nowMs);
  const [open] = await query(`select 1 from refunds where shard = $1 and id = $2 and state <> 'SETTLED'`, [
    shard,
    refundId,
  ]);
  if (open) await tell(query, 'refund-held', due, nowMs);
}
