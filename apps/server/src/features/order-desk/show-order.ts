import type { ConsoleCalls, OrderViewValue } from '@huimin/contract/console';
import { beijingDateTime, formatDateTime } from '@huimin/domain/date';
import { relationshipLabel, shownOrderStatus } from '@huimin/domain/order';
import { maskMiddle, maskName, maskPhone } from '@huimin/domain/person';
import { type PolicyStatus, policyStatusAt, shownPolicyStatus } from '@huimin/domain/policy';
import { consortiumOf, consortiumPartsFen } from '@huimin/domain/product';
import { regionDisplayText } from '@huimin/domain/region';
import { mayStaff } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import { ok } from '../../http/handler.ts';
import { editionOfOrder, insuredDetails, insuredOfOrders, METHOD_LABELS, policyholderDetails } from '../order/index.ts';
import { refundOffer } from '../refund/index.ts';
import type { ConsoleHandler, ConsoleRequest } from '../staff/index.ts';
import { REFUND_START } from './ask-refund.ts';
import { whyNotIssued } from './issue-again.ts';
import { type DeskOrder, openOrder } from './open-order.ts';
import type { OrderDeskDependencies } from './order-desk-deps.ts';
import { orderHistory } from './order-history.ts';
import { type CarriedPolicy, moneyStory } from './order-money-story.ts';
import { Conditions, withinOrders } from './order-scope.ts';
import { REVEAL, revealedUntil } from './reveal-people.ts';
import { shortSerial, sourceLabel } from './search-orders.ts';

const moment = (ms: number | null) => (ms === null ? null : beijingDateTime(ms));

interface PolicyRow extends CarriedPolicy {
  readonly id: bigint;
}

export function showOrder(deps: OrderDeskDependencies): ConsoleHandler<ConsoleCalls['showOrder']> {
  const { query } = deps.database;
  return async ({ orderNo }, request) => {
    const opened = await openOrder(deps, request.member, orderNo);
    if (!opened.ok) return opened;
    const order = opened.value;
    await request.note({ subject: orderNo });
    const nowMs = deps.clock.now();
    const edition = editionOfOrder(deps.editions, order);
    const policies = await policiesOf(query, order);
    const money = await moneyStory(deps, order, policies);
    const people = await peopleOf(deps, order, policies, nowMs);
    const issuedCount = policies.filter(({ issued_at: at }) => at !== null).length;
    const members = edition ? consortiumOf(edition.document.insuranceCompany) : [];
    const parts = members.length === 0 ? [] : consortiumPartsFen(order.premium_fen, members);
    const payer = policyholderDetails(deps, order);
    const { label, tone } = shownOrderStatus(order.status);
    const until = await revealedUntil(query, order, request.member.id, nowMs);
    const approvals = await deps.approvals.waitingOf(request.member, [REVEAL, REFUND_START], orderNo);
    const isPayable = order.status === 20 || order.status === 25;
    return ok({
      orderNo,
      product: edition?.document.proName ?? order.edition_code,
      ...{ statusLabel: label, tone },
      issued: { done: issuedCount, of: order.insured_count },
      premiumFen: order.premium_fen,
      paidFen: money.paidFen,
      payer: {
        name: maskName(payer.name),
        idNumber: maskMiddle(payer.idNumber),
        phone: payer.phone ? maskPhone(payer.phone) : '',
        person: mayStaff(request.member.roles, 'people.view') ? order.policyholder_index.toString('base64url') : null,
      },
      createdAt: beijingDateTime(order.created_at),
      paidAt: moment(order.paid_at),
      issuedAt: moment(order.issued_at),
      closedAt: moment(order.closed_at),
      payableUntil: isPayable ? beijingDateTime(order.expires_at) : null,
      method: order.method === null ? null : (METHOD_LABELS[order.method] ?? order.method),
      source: sourceLabel(order),
      channel: order.channel,
      shareCode: order.share_code,
      people,
      shares: members.map(({ name, shortName = name, sharePercent }, index) => ({
        ...{ name, shortName, percent: sharePercent, amountFen: parts[index] ?? 0 },
      })),
      attempts: await attemptsOf(deps, order),
      money: {
        channelFen: money.channelFen,
        orderFen: money.orderFen,
        insurerFen: money.insurerFen,
        banner: money.banner,
        steps: money.steps,
      },
      happened: await orderHistory(deps, order),
      approvals,
      evidence: await evidenceOf(query, order),
      neighbours: await neighboursOf(deps, order, request.member.scope),
      reveal: { until: moment(until), waiting: approvals.some(({ kind, mine }) => kind === REVEAL && mine) },
      actions: {
        issueAgain: whyNotIssued(order),
        refund: whyNothingBack(people, approvals),
      },
    });
  };
}

function policiesOf(query: Query, { shard, id }: DeskOrder): Promise<PolicyRow[]> {
  return query<PolicyRow>(
    `select id, status, premium_fen, issued_at from policies where shard = $1 and order_id = $2
     union all
     select id, status, premium_fen, issued_at from upgrades where shard = $1 and order_id = $2 order by id`,
    [shard, id],
  );
}

async function peopleOf(
  deps: OrderDeskDependencies,
  order: DeskOrder,
  policies: readonly PolicyRow[],
  nowMs: number,
): Promise<OrderViewValue['people']> {
  const { query } = deps.database;
  const rows = await insuredOfOrders(query, order.shard, [order.id]);
  const offered = await refundOffer(deps, query, order);
  const document = editionOfOrder(deps.editions, order)?.document;
  return rows.map((row) => {
    const { name, idNumber } = insuredDetails(deps, row);
    const policy = policies.find(({ id }) => id === row.id);
    const status = policy && document ? policyStatusAt(policy.status as PolicyStatus, document, nowMs) : policy?.status;
    const offer = offered.ok ? offered.value.find(({ insured }) => insured.id === row.id) : undefined;
    const isIssued = policy?.issued_at != null;
    const shown =
      status === undefined || (!isIssued && status === 0)
        ? { label: policy ? '出单中' : '还没付款', tone: 'warn' as const }
        : shownPolicyStatus(status);
    return {
      policyNo: isIssued ? deps.numbers.policyNo(row.policy_id) : '',
      name: maskName(name),
      relation: relationshipLabel(row.relationship),
      idNumber: maskMiddle(idNumber),
      place: regionDisplayText(row.region_code) ?? row.region_code,
      policyLabel: shown.label,
      tone: shown.tone,
      issuedAt: moment(policy?.issued_at ?? null),
      premiumFen: row.premium_fen,
      refund: {
        amountFen: offer?.amountFen ?? 0,
        why: offered.ok ? (offer?.why ?? null) : (offered.message ?? '现在不能退'),
      },
    };
  });
}

function whyNothingBack(people: OrderViewValue['people'], approvals: OrderViewValue['approvals']): string | null {
  if (approvals.some(({ kind }) => kind === REFUND_START)) return '这笔订单有一份退款在等第二个人同意';
  if (people.some(({ refund }) => refund.why === null)) return null;
  return people[0]?.refund.why ?? '没有可以退的保单';
}

const ATTEMPTS: Readonly<Record<string, readonly [string, OrderViewValue['tone'], string]>> = {
  CREATED: ['已发起', 'info', ''],
  WAITING: ['等结果', 'info', '收银台开着'],
  SUCCESS: ['成功', 'success', ''],
  FAILED: ['没付成', 'error', ''],
  CLOSED: ['已关闭', 'neutral', '没有扣款'],
  REFUNDING: ['退款中', 'warn', ''],
  REFUNDED: ['已退款', 'neutral', ''],
};

async function attemptsOf(
  { database }: OrderDeskDependencies,
  { shard, id }: DeskOrder,
): Promise<OrderViewValue['attempts']> {
  const rows = await database.query<{
    merchant_order_no: string;
    method: string;
    state: string;
    created_at: number;
    provider_txn: string | null;
    purpose: string | null;
    received_at: number | null;
    paid_fen: number | null;
  }>(
    `select a.merchant_order_no, a.method, a.state, a.created_at, p.provider_txn, p.purpose, p.received_at,
       p.amount_fen as paid_fen
     from payment_attempts a left join payments p on p.shard = a.shard and p.id = a.id
     where a.shard = $1 and a.order_id = $2 order by a.attempt_no`,
    [shard, id],
  );
  return rows.map((row) => {
    const [label, tone, words] = ATTEMPTS[row.state] ?? [row.state, 'neutral', ''];
    const note = row.received_at === null ? words : `${formatDateTime(row.received_at).slice(5)} 收到`;
    return {
      payNo: row.merchant_order_no,
      method: METHOD_LABELS[row.method] ?? row.method,
      at: beijingDateTime(row.created_at),
      channelNo: row.provider_txn === null ? null : shortSerial(row.provider_txn),
      ...{ label, tone },
      note: row.purpose === 'surplus' ? `${note}，多付的，自动退` : note,
      amountFen: row.paid_fen ?? 0,
    };
  });
}

const EVIDENCE: Readonly<Record<OrderViewValue['evidence']['state'], string>> = {
  bound: '有记录',
  unrecorded: '没有录到页面',
  foreign: '记录属于别人',
  none: '还没有记录',
};

async function evidenceOf(query: Query, { shard, id }: DeskOrder): Promise<OrderViewValue['evidence']> {
  const [row] = await query<{ state: 'bound' | 'unrecorded' | 'foreign'; trace: string | null }>(
    'select state, trace from order_recordings where shard = $1 and order_id = $2',
    [shard, id],
  );
  const state = row?.state ?? 'none';
  const trace = row?.trace ?? null;
  const [recording] =
    trace === null
      ? []
      : await query<{ batches: number; sealed: number }>('select batches, sealed from recordings where trace = $1', [
          trace,
        ]);
  return {
    ...{ state, trace, label: EVIDENCE[state] },
    batches: recording?.batches ?? 0,
    sealed: (recording?.sealed ?? 0) > 0,
  };
}

/** The orders before and after this one that whoever looks may see. */
async function neighboursOf(
  deps: OrderDeskDependencies,
  order: DeskOrder,
  scope: ConsoleRequest['member']['scope'],
): Promise<OrderViewValue['neighbours']> {
  const one = async (way: '<' | '>'): Promise<string | null> => {
    const conditions = new Conditions();
    withinOrders(conditions, deps.editions, scope);
    conditions.add(`(o.created_at, o.id) ${way} (?::timestamptz, ?::bigint)`, new Date(order.created_at), order.id);
    const order_ = way === '<' ? 'desc' : 'asc';
    const [row] = await deps.database.query<{ id: bigint }>(
      `select o.id from orders o where ${conditions.text} order by o.created_at ${order_}, o.id ${order_} limit 1`,
      conditions.values,
    );
    return row ? deps.numbers.orderNo(row.id) : null;
  };
  const [newer, older] = await Promise.all([one('>'), one('<')]);
  return { newer, older };
}
