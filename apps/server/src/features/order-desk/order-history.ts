import { consoleCalls, type OrderViewValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { changeFieldLabel, shownChangeStatus } from '@huimin/domain/endorsement';
import { INSURED_CONSENT_TABLE } from '@huimin/domain/insured-consent';
import { formatYuan } from '@huimin/domain/money';
import { maskName } from '@huimin/domain/person';
import { shownRefundStatus } from '@huimin/domain/refund';
import { statusEntryOf } from '@huimin/domain/status';
import { consentsOfOrder } from '../insured-consent/index.ts';
import { insuredDetails, insuredOfOrders } from '../order/index.ts';
import { namesOf } from '../staff/index.ts';
import type { DeskOrder } from './open-order.ts';
import type { OrderDeskDependencies } from './order-desk-deps.ts';

type Happened = OrderViewValue['happened'][number] & { readonly atMs: number };

const MOST = 60;
const PAYER = '缴费人本人';
const SYSTEM = '系统';

/** What was done with an order and by whom, the newest first: the payer, the program, the staff. */
export async function orderHistory(deps: OrderDeskDependencies, order: DeskOrder): Promise<OrderViewValue['happened']> {
  const all = [...lifeOf(order), ...(await changesOf(deps, order)), ...(await refundsOf(deps, order))];
  all.push(...(await consentsIn(deps, order)), ...(await staffOf(deps, order)));
  // What happened at one moment stays in its order, turned round too.
  return all
    .reverse()
    .sort((a, b) => b.atMs - a.atMs)
    .slice(0, MOST)
    .map(({ atMs: _, ...one }) => one);
}

function row(atMs: number, who: string, what: string, more: Partial<Happened> = {}): Happened {
  return {
    ...{ atMs, at: beijingDateTime(atMs), who, what, before: '', after: '' },
    ...{ label: '已办', tone: 'success' as const },
    ...more,
  };
}

function lifeOf(order: DeskOrder): Happened[] {
  const { created_at: made, issued_at: issued, closed_at: closed } = order;
  // The provider says when it was paid in whole seconds: not before the order was there.
  const paid = order.paid_at === null ? null : Math.max(order.paid_at, made);
  const sum = `${order.insured_count} 人，${formatYuan(order.premium_fen)} 元`;
  return [
    row(made, order.kind === 'group' ? '单位' : PAYER, order.kind === 'upgrade' ? '提交升级' : '提交订单', {
      after: sum,
    }),
    ...(paid === null ? [] : [row(paid, SYSTEM, '记为已付款', { after: `${formatYuan(order.premium_fen)} 元` })]),
    ...(issued === null ? [] : [row(issued, SYSTEM, '出单', { after: `${order.insured_count} 份` })]),
    ...(closed === null ? [] : [row(closed, SYSTEM, '关闭订单', { tone: 'neutral' as const })]),
  ];
}

/** Who of the insured was asked for a consent of their own, and what they said. */
async function consentsIn(deps: OrderDeskDependencies, { shard, id }: DeskOrder): Promise<Happened[]> {
  const { query } = deps.database;
  const consents = await consentsOfOrder(query, shard, id);
  if (consents.size === 0) return [];
  return (await insuredOfOrders(query, shard, [id])).flatMap((insured) => {
    const consent = consents.get(insured.id);
    if (consent === undefined) return [];
    const name = maskName(insuredDetails(deps, insured).name);
    const said = statusEntryOf(INSURED_CONSENT_TABLE, consent.status);
    return [
      row(consent.asked_at, PAYER, `请${name}本人确认`, { after: `短信 ${consent.asks} 次` }),
      ...(consent.answered_at === null || said === null
        ? []
        : [row(consent.answered_at, `被保险人 ${name}`, '本人确认投保', { label: said.label, tone: said.tone })]),
    ];
  });
}

async function changesOf({ database }: OrderDeskDependencies, { shard, id }: DeskOrder): Promise<Happened[]> {
  const rows = await database.query<{
    fields: string[];
    status: string;
    submitted_at: number;
  }>(
    `select fields, status, submitted_at from changes
     where shard = $1 and order_id = $2 and submitted_at is not null order by id desc limit ${MOST}`,
    [shard, id],
  );
  return rows.map(({ fields, status, submitted_at: at }) => {
    const { label, tone } = shownChangeStatus(status);
    const named = fields.map((field) => changeFieldLabel(field as Parameters<typeof changeFieldLabel>[0]));
    return row(at, PAYER, `申请改${named.join('、')}`, { label, tone });
  });
}

async function refundsOf({ database }: OrderDeskDependencies, { shard, id }: DeskOrder): Promise<Happened[]> {
  const rows = await database.query<{
    refund_no: string;
    amount_fen: number;
    state: string;
    created_at: number;
    is_asked: boolean;
    started_by: number | null;
    returned_reason: string | null;
  }>(
    `select refund_no, amount_fen, state, created_at, client_key is not null as is_asked, started_by, returned_reason
     from refunds where shard = $1 and order_id = $2 order by id desc limit ${MOST}`,
    [shard, id],
  );
  return rows.map((one) => {
    const { label, tone } = shownRefundStatus(one.state);
    const who = one.started_by !== null ? '运营' : one.is_asked ? PAYER : SYSTEM;
    const after = one.returned_reason ?? `${formatYuan(one.amount_fen)} 元，${one.refund_no}`;
    return row(one.created_at, who, one.is_asked ? '申请退款' : '自动退款', { after, label, tone });
  });
}

/** Calls that only ask for something: it is done once a second person has agreed. */
const ASKS: readonly string[] = ['askOrderRefund', 'askPersonReveal'];
const ASKED = { label: '已申请', tone: 'info' as const };

const TITLES = new Map<string, string>(Object.values(consoleCalls).map(({ name, title }) => [name, title]));

async function staffOf(deps: OrderDeskDependencies, { id }: DeskOrder): Promise<Happened[]> {
  const rows = await deps.database.query<{ at: number; staff_id: number | null; what: string; detail: string }>(
    `select at, staff_id, what, detail from staff_audit
     where subject = $1 and outcome = 'done' and what <> 'showOrder' order by number desc limit ${MOST}`,
    [deps.numbers.orderNo(id)],
  );
  const names = await namesOf(
    deps,
    deps.database.query,
    rows.map(({ staff_id: who }) => who),
  );
  return rows.map(({ at, staff_id: who, what, detail }) =>
    row(at, names.get(who ?? -1) ?? '', TITLES.get(what) ?? what, { after: detail, ...(ASKS.includes(what) && ASKED) }),
  );
}
