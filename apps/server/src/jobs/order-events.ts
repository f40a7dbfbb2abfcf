import { beijingDate } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import type { Core } from '../core.ts';
import { bigints, smallints } from '../db/binary-array.ts';
import { accountsByIds } from '../features/account/index.ts';
import { markInsured } from '../features/booking/index.ts';
import type { EditionStore } from '../features/configuration/index.ts';
import { changeNews } from '../features/endorsement/index.ts';
import { postOrders } from '../features/ledger/index.ts';
import {
  buyersOf,
  insuredDetails,
  insuredOfOrders,
  noteHoldersOf,
  type OrderRow,
  ordersByIds,
  policyholderDetails,
} from '../features/order/index.ts';
import {
  type PaymentDependencies,
  refundedFen,
  refundStanding,
  refundUnissuable,
  resultText,
  settleUnplaced,
} from '../features/payment/index.ts';
import { policyIssuer } from '../features/policy/index.ts';
import { recordIssuedPolicies } from '../features/policy-search/index.ts';
import { ordersToRecord, ordersWithRecording, type Recordings } from '../features/recording/index.ts';
import { upgradeIssuer } from '../features/upgrade/index.ts';
import type { SmsGateway, SmsMessage, SmsTemplate } from '../ports/sms-gateway.ts';
import type { OutboxConsumers, OutboxEvent, OutboxKind } from './outbox-jobs.ts';

export interface OrderEventDependencies extends Core {
  readonly editions: EditionStore;
  readonly payment: PaymentDependencies;
  readonly sms: SmsGateway;
  readonly recordings: Recordings;
}

/** What follows from news about orders. Each is safe to repeat, but for a count and a text message after a crash. */
export function orderEventConsumers(deps: OrderEventDependencies): OutboxConsumers {
  const issue = policyIssuer({
    ...deps,
    groupByShard: deps.payment.groupByShard,
    refundUnissuable: (order) => refundUnissuable(deps, order),
  });
  const raise = upgradeIssuer({ ...deps, refundUnissuable: (order) => refundUnissuable(deps, order) });
  return {
    'order-saved': {
      async together(events) {
        await tellRecordings(deps, 'saved', events);
        await count(deps, 'saved', events);
      },
    },
    // Its recording hears of the payment together with the policies, which follow at once, or with the refund.
    'order-paid': {
      each: (event) => issue({ shard: event.shard, id: event.order_id }),
      // As many at once as are leased: they share their statements.
      width: 200,
      batch: 200,
    },
    'upgrade-paid': {
      async each(event) {
        await raise({ shard: event.shard, id: event.order_id });
        await tellRecordings(deps, 'upgraded', [event]);
      },
      width: 5,
      batch: 50,
    },
    'payment-unplaced': {
      each: (event) => settleUnplaced(deps.payment, { shard: event.shard, attemptId: event.id }),
      width: 2,
      batch: 6,
    },
    'payment-result': aboutOrders(deps, (order) => tellResult(deps, order), 'payment'),
    'policies-issued': {
      async together(events) {
        await tellRecordings(deps, 'issued', events);
        await bookIssued(deps, events);
      },
    },
    'recording-due': {
      async begin(events) {
        const record = await ordersToRecord(deps.recordings, refsOf(events));
        return (event) => record(event.order_id);
      },
      width: 8,
      batch: 100,
    },
    // Orders paid before there was such news.
    'holder-noted': { together: (events) => noteHoldersOf(deps, events) },
    'policyholder-told': aboutOrders(deps, (order) => tellPolicyholder(deps, order)),
    'change-told': { each: (event) => tellChange(deps, event), width: 5, batch: 15 },
    'insured-consent': { together: (events) => tellRecordings(deps, 'consent', events) },
    'refund-accepted': aboutOrders(deps, (order, event) => tellRefundStep(deps, order, event, REFUND_ACCEPTED)),
    'refund-sent': aboutOrders(deps, (order, event) => tellRefundStep(deps, order, event, REFUND_SENT)),
    'refund-settled': aboutOrders(deps, (order, event) => tellRefund(deps, order, event), 'refund'),
  };
}

/** Messages about orders, which are read together. News of an order that is not there ends. */
function aboutOrders(
  deps: OrderEventDependencies,
  handle: (order: OrderRow, event: OutboxEvent) => Promise<void>,
  news?: keyof typeof RECORDED_NEWS,
): OutboxConsumers[OutboxKind] {
  return {
    async begin(events) {
      const orders = await ordersByIds(deps.database.query, events);
      if (news) await tellRecordings(deps, news, events);
      return async (event) => {
        const order = orders.get(event.order_id);
        if (order) await handle(order, event);
      };
    },
    width: 5,
    batch: 15,
  };
}

type OrderNews = { readonly shard: number; readonly order_id: bigint };

const refsOf = (events: readonly OrderNews[]) => events.map(({ shard, order_id: orderId }) => ({ shard, orderId }));

/** What a recording is told of; in the row's id, so that news of one kind never stands in the way of another. */
const RECORDED_NEWS = { saved: 0n, issued: 1n, upgraded: 2n, payment: 3n, refund: 4n, consent: 5n } as const;
const NEWS_KINDS = 8n;

const DUE = `
insert into outbox (shard, id, kind, order_id, created_at, available_at)
select shard, id, 'recording-due', order_id, $4, $4 from unnest($1::smallint[], $2::bigint[], $3::bigint[]) as g(shard, id, order_id)
on conflict do nothing`;

/** The orders' recordings are told by a job of their own: a disk that stands still must not hold up what waits for policies. */
async function tellRecordings(
  deps: Core,
  news: keyof typeof RECORDED_NEWS,
  events: readonly OrderNews[],
): Promise<void> {
  const recorded = await ordersWithRecording(deps, refsOf(events));
  if (recorded.length === 0) return;
  await deps.database.query(DUE, [
    smallints(recorded.map(({ shard }) => shard)),
    bigints(recorded.map(({ orderId }) => orderId * NEWS_KINDS + RECORDED_NEWS[news])),
    bigints(recorded.map(({ orderId }) => orderId)),
    new Date(deps.clock.now()),
  ]);
}

/** Policies become findable and premiums are posted here, batch by batch, away from the statement that takes the money. */
async function bookIssued(deps: Core, events: readonly { shard: number; order_id: bigint }[]): Promise<void> {
  await recordIssuedPolicies(deps.database.query, events);
  const orders = events.map((event) => ({ shard: event.shard, orderId: event.order_id }));
  await postOrders(deps.database.query, orders, deps.clock.now());
  await noteHoldersOf(deps, events);
  await noteBookings(deps, events);
  await count(deps, 'issued', events);
}

/** Whoever had booked a reminder and has bought now is reminded no more. */
async function noteBookings(deps: Core, events: readonly { shard: number; order_id: bigint }[]): Promise<void> {
  const { query } = deps.database;
  const buyers = await buyersOf(query, events);
  const accounts = await accountsByIds(query, [...new Set(buyers.map(({ userId }) => userId))]);
  const phones = new Map(accounts.map(({ id, phoneIndex }) => [id, phoneIndex]));
  const insured = buyers.flatMap(({ userId, editionCode, orderId }) => {
    const phoneIndex = phones.get(userId);
    return phoneIndex ? [{ phoneIndex, editionCode, orderId }] : [];
  });
  await markInsured(query, insured, deps.clock.now());
}

const COUNT = `
insert into sales_counters (shard, day, edition_code, region_code, measure, amount)
select i.shard, $3::date, o.edition_code, i.region_code, $4, count(*)
from insured i join orders o on o.shard = i.shard and o.id = i.order_id
where i.shard = any($1) and i.order_id = any($2)
group by i.shard, o.edition_code, i.region_code
on conflict (shard, day, edition_code, region_code, measure) do update set amount = sales_counters.amount + excluded.amount`;

/** People per day, edition and region, counted late and per shard; may count a repeated event twice after a crash. */
async function count(
  deps: Core,
  measure: string,
  events: readonly { shard: number; order_id: bigint }[],
): Promise<void> {
  await deps.database.query(COUNT, [
    [...new Set(events.map((event) => event.shard))],
    events.map((event) => event.order_id),
    beijingDate(deps.clock.now()),
    measure,
  ]);
}

/** A text message that the policies are there. */
async function tellPolicyholder(deps: OrderEventDependencies, order: OrderRow): Promise<void> {
  if (order.kind === 'group') {
    const [person] = await insuredOfOrders(deps.database.query, order.shard, [order.id]);
    if (person) await tell(deps, order, 'policy-issued', { count: '1' }, { other: insuredDetails(deps, person) });
    return;
  }
  if (order.kind === 'upgrade') {
    // No template of its own: the words of the result say it.
    if (deps.payment.tellsResults) await tell(deps, order, 'payment-result', { result: '保单升级已办好' });
    return;
  }
  await tell(deps, order, 'policy-issued', { count: String(order.insured_count) });
}

/** A text message how a payment ended whose payer was left waiting; throws while that is not known. */
async function tellResult(deps: OrderEventDependencies, order: OrderRow): Promise<void> {
  const result = resultText(order);
  if (result === null) throw new Error('nobody knows yet whether it was paid');
  await tell(deps, order, 'payment-result', { result });
}

type RefundStanding = NonNullable<Awaited<ReturnType<typeof refundStanding>>>;
/** What is said of a step of a refund, by how it stands when that is told; nothing where it is over. */
type RefundStep = Readonly<Partial<Record<RefundStanding['state'], (amount: string) => string>>>;

const accepted = (amount: string): string => `退款申请已收到，${amount}元`;
const REFUND_ACCEPTED: RefundStep = {
  CREATED: accepted,
  REVIEWING: (amount) => `${accepted(amount)}，审核后退回`,
  PROCESSING: accepted,
};
const REFUND_SENT: RefundStep = { PROCESSING: (amount) => `退款${amount}元已交给支付机构，到账再告诉您` };

/** A text message how far a refund is. */
async function tellRefundStep(
  deps: OrderEventDependencies,
  order: OrderRow,
  event: OutboxEvent,
  step: RefundStep,
): Promise<void> {
  if (order.kind === 'group') return;
  const refund = await refundStanding(deps.database.query, event.shard, event.id);
  const result = refund && step[refund.state]?.(formatYuan(refund.amount_fen));
  if (!refund || !result) return;
  const screen = `/refund-reason?orderNo=${deps.numbers.orderNo(order.id)}&refundNo=${refund.refund_no}`;
  await tell(deps, order, 'payment-result', { result }, { place: { heading: '退款进度', screen } });
}

/** A text message that money is back where it came from. */
async function tellRefund(deps: OrderEventDependencies, order: OrderRow, event: OutboxEvent): Promise<void> {
  // Back in the company's deposit, not with the company yet: that is told when it is transferred.
  if (order.kind === 'group') return;
  const amountFen = await refundedFen(deps.database.query, event.shard, event.id);
  if (amountFen !== null) await tell(deps, order, 'refund-arrived', { amount: formatYuan(amountFen) });
}

/** Text messages how a change of data went, to everybody it has to be told to. */
async function tellChange(deps: OrderEventDependencies, event: OutboxEvent): Promise<void> {
  const news = await changeNews(deps, event.shard, event.id);
  const product = news && deps.editions.edition(news.editionCode)?.document.proName;
  if (!news || !product) return;
  for (const { result, ...to } of news.messages) {
    const parameters = { product, result };
    const sent = await deps.sms.send({ ...to, template: 'change-result', parameters, outId: news.outId });
    if (sent.kind !== 'accepted') {
      deps.log.warn({ changeNo: news.outId, result: sent.kind }, 'message about a change not accepted');
    }
  }
}

/** To the policyholder and the order's account, unless it is somebody else's news. Not sent twice on purpose, and a failure never holds up what it tells of. */
async function tell(
  deps: OrderEventDependencies,
  order: OrderRow,
  template: SmsTemplate,
  parameters: Readonly<Record<string, string>>,
  {
    other,
    place,
  }: {
    readonly other?: { readonly phone: string | null };
    readonly place?: Pick<SmsMessage, 'heading' | 'screen'>;
  } = {},
): Promise<void> {
  const { phone } = other ?? policyholderDetails(deps, order);
  const product = deps.editions.edition(order.edition_code)?.document.proName;
  if (!phone || !product) return;
  const outId = deps.numbers.orderNo(order.id);
  const result = await deps.sms.send({
    ...{ phone, template, parameters: { product, ...parameters }, outId },
    // The order is not theirs to open; the policy is.
    ...(other ? { screen: '/order_search' } : { account: { id: order.user_id, shard: order.shard }, ...place }),
  });
  // Surely not sent, for the number just got another message: the event waits and is tried again.
  if (result.kind === 'limited') throw new Error('the gateway lets this number wait');
  if (result.kind !== 'accepted') {
    deps.log.warn({ orderNo: outId, template, result: result.kind }, 'message not accepted');
  }
}
