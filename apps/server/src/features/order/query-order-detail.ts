import type { Calls, OutputOf } from '@huimin/contract';
import { ORDER_STATUS } from '@huimin/domain/order';
import { maskMiddle } from '@huimin/domain/person';
import { POLICY_STATUS, policyStatusAt } from '@huimin/domain/policy';
import { coverageStarted, whyNoUpgrade } from '@huimin/domain/product';
import { regionDisplayText } from '@huimin/domain/region';
import type { Query } from '../../db/database.ts';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { orderIdOf } from '../../security/order-ids.ts';
import type { EditionDocument } from '../configuration/index.ts';
import { editionOfOrder } from './order-edition.ts';
import { type InsuredRow, insuredOfOrders, type OrderRow, orderOfOwner, ordersWithOpenCashier } from './order-store.ts';
import {
  endorsementNo,
  insuredDetails,
  maskedPerson,
  type OrderViewDependencies,
  orderSummary,
  planNameOf,
  policyholderDetails,
} from './order-views.ts';

interface PolicyRow {
  id: bigint;
  status: number;
  issued_at: number | null;
}

interface PaymentRow {
  provider_txn: string;
  method: string;
  amount_fen: number;
  returning_fen: number;
  returned_fen: number;
}

/** Statuses of an upgrade order of which something may stand. */
const GIVES_BACK: readonly number[] = [ORDER_STATUS.issued, ORDER_STATUS.refunding, ORDER_STATUS.partlyRefunded];
const REFUNDABLE: readonly number[] = [POLICY_STATUS.notYetInForce, POLICY_STATUS.inForce];

export const METHOD_LABELS: Record<string, string> = {
  wxpay: '微信支付',
  alipay: '支付宝',
  unionpay: '银联云闪付',
  lakala: '拉卡拉收银台',
  rb: '保险公司收银台',
  xmybpay: '医保个人账户',
  transfer: '单位对公转账',
};

/** One order with its people, their policies and its payment; only its owner finds it. */
export function queryOrderDetail(deps: OrderViewDependencies): Handler<Calls['queryOrderDetail']> {
  return async (input, request) => {
    const orderId = deps.numbers.orderId(input.orderNo);
    const { query } = deps.database;
    const order = orderId === null ? null : await orderOfOwner(query, request.user, orderId);
    if (!order) return fail('not-found', '没有找到这笔订单');
    const insured = await insuredOfOrders(query, order.shard, [order.id]);
    const policies = await policiesOf(
      query,
      order.shard,
      insured.map((row) => row.policy_id),
    );
    const payment = await premiumPayment(query, order);
    const edition = editionOfOrder(deps.editions, order);
    const dates = {
      validDate: edition?.document.validDate ?? '',
      invalidDate: edition?.document.invalidDate ?? '',
    };
    const people: OutputOf<Calls['queryOrderDetail']>['people'] = insured.map((row) => {
      const details = insuredDetails(deps, row);
      const policy = policies.get(row.policy_id);
      return {
        name: details.name,
        idNumberMasked: maskMiddle(details.idNumber),
        relationship: row.relationship as OutputOf<Calls['queryOrderDetail']>['people'][number]['relationship'],
        regionText: regionDisplayText(row.region_code) ?? '',
        medicalType: details.medicalType ?? null,
        premiumFen: row.premium_fen,
        policyNo: policy?.issued_at ? deps.numbers.policyNo(row.policy_id) : null,
        policyStatus: policy?.issued_at ? policyStatusAt(policy.status as 0, dates, deps.clock.now()) : null,
        ...upgradeView(deps, edition?.document, row),
        ...(order.kind === 'upgrade' ? givenBack(row) : {}),
      };
    });
    return ok({
      order: orderSummary(deps, order, insured, await ordersWithOpenCashier(query, [order])),
      ...dates,
      policyholder: maskedPerson(policyholderDetails(deps, order)),
      people,
      refundOffered: edition ? isRefundOffered(edition.document, order, insured, people, deps.clock.now()) : false,
      upgradeOffered:
        edition !== null &&
        order.kind === 'purchase' &&
        whyNoUpgrade(edition.document, order.plan_code, deps.clock.now()) === null &&
        people.some((person) => person.policyStatus === POLICY_STATUS.notYetInForce && !person.upgrade),
      ...(order.base_order_id === null ? {} : { baseOrderNo: deps.numbers.orderNo(order.base_order_id) }),
      payment: {
        state: payment ? 'paid' : 'unpaid',
        methodLabel: payment ? (METHOD_LABELS[payment.method] ?? payment.method) : null,
        paidFen: payment?.amount_fen ?? null,
        returningFen: payment?.returning_fen ?? 0,
        returnedFen: payment?.returned_fen ?? 0,
        providerTransactionNo: payment?.provider_txn ?? null,
      },
    });
  };
}

/** Something of it can be given back online: a policy that stands, or of an upgrade order an upgrade before cover begins. */
function isRefundOffered(
  document: EditionDocument,
  order: OrderRow,
  insured: readonly InsuredRow[],
  people: readonly Person[],
  nowMs: number,
): boolean {
  if (!document.applyRefund || !document.refundReason) return false;
  if (order.kind === 'upgrade') {
    const someStands = insured.some((row) => row.upgrade_status === POLICY_STATUS.notYetInForce);
    return (
      order.issued_at !== null && someStands && GIVES_BACK.includes(order.status) && !coverageStarted(document, nowMs)
    );
  }
  return people.some((person) => person.policyStatus !== null && REFUNDABLE.includes(person.policyStatus));
}

type Person = OutputOf<Calls['queryOrderDetail']>['people'][number];

function upgradeView(
  deps: OrderViewDependencies,
  document: EditionDocument | undefined,
  row: InsuredRow,
): Pick<Person, 'upgrade'> {
  if (row.upgrade_id === null || row.upgrade_plan === null) return {};
  return {
    upgrade: {
      orderNo: deps.numbers.orderNo(orderIdOf(row.upgrade_id)),
      planName: (document && planNameOf(document, row.upgrade_plan)) ?? row.upgrade_plan,
      premiumFen: row.upgrade_fen ?? 0,
      endorsementNo: endorsementNo(deps, row.upgrade_id),
      isReturning: row.upgrade_status === POLICY_STATUS.cancelling,
    },
  };
}

/** Whether the upgrade that an upgrade order pays for a person goes back. */
function givenBack({ upgrade_status: status }: InsuredRow): Pick<Person, 'givenBack'> {
  if (status === POLICY_STATUS.cancelling) return { givenBack: 'returning' };
  return status === POLICY_STATUS.cancelled ? { givenBack: 'returned' } : {};
}

/** What paid the order, and how much of it has gone back or is going. */
async function premiumPayment(query: Query, { shard, id }: OrderRow): Promise<PaymentRow | undefined> {
  const [row] = await query<PaymentRow>(
    `select p.provider_txn, p.method, p.amount_fen,
       coalesce(sum(r.amount_fen) filter (where r.state not in ('SETTLED', 'REJECTED')), 0)::integer as returning_fen,
       coalesce(sum(r.amount_fen) filter (where r.state = 'SETTLED'), 0)::integer as returned_fen
     from payments p left join refunds r on r.shard = p.shard and r.order_id = p.order_id and r.payment_id = p.id
     where p.shard = $1 and p.order_id = $2 and p.purpose = 'premium' group by p.shard, p.id`,
    [shard, id],
  );
  return row;
}

/** Of an upgrade order: the policies that it raises. */
async function policiesOf(query: Query, shard: number, ids: readonly bigint[]): Promise<Map<bigint, PolicyRow>> {
  const rows = await query<PolicyRow>(`select id, status, issued_at from policies where shard = $1 and id = any($2)`, [
    shard,
    ids,
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}
