import type { Calls, OutputOf } from '@huimin/contract';
import { maskMiddle } from '@huimin/domain/person';
import { POLICY_STATUS, policyStatusAt } from '@huimin/domain/policy';
import { regionDisplayText } from '@huimin/domain/region';
import type { Query } from '../../db/database.ts';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { editionOfOrder } from './order-edition.ts';
import { insuredOfOrders, type OrderRow, orderOfOwner, ordersWithOpenCashier } from './order-store.ts';
import {
  insuredDetails,
  maskedPerson,
  type OrderViewDependencies,
  orderSummary,
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
}

const REFUNDABLE: readonly number[] = [POLICY_STATUS.notYetInForce, POLICY_STATUS.inForce];

export const METHOD_LABELS: Record<string, string> = {
  wxpay: '微信支付',
  alipay: '支付宝',
  unionpay: '银联云闪付',
  lakala: '拉卡拉收银台',
  rb: '保险公司收银台',
  xmybpay: '医保个人账户',
};

/** One order with its people, their policies and its payment; only its owner finds it. */
export function queryOrderDetail(deps: OrderViewDependencies): Handler<Calls['queryOrderDetail']> {
  return async (input, request) => {
    const orderId = deps.numbers.orderId(input.orderNo);
    const { query } = deps.database;
    const order = orderId === null ? null : await orderOfOwner(query, request.user, orderId);
    if (!order) return fail('not-found', '没有找到这笔订单');
    const insured = await insuredOfOrders(query, order.shard, [order.id]);
    const policies = await policiesOf(query, order);
    const [payment] = await query<PaymentRow>(
      `select provider_txn, method, amount_fen from payments where shard = $1 and order_id = $2 and purpose = 'premium'`,
      [order.shard, order.id],
    );
    const edition = editionOfOrder(deps.editions, order);
    const dates = {
      validDate: edition?.document.validDate ?? '',
      invalidDate: edition?.document.invalidDate ?? '',
    };
    const people: OutputOf<Calls['queryOrderDetail']>['people'] = insured.map((row) => {
      const details = insuredDetails(deps, row);
      const policy = policies.get(row.id);
      return {
        name: details.name,
        idNumberMasked: maskMiddle(details.idNumber),
        relationship: row.relationship as OutputOf<Calls['queryOrderDetail']>['people'][number]['relationship'],
        regionText: regionDisplayText(row.region_code) ?? '',
        premiumFen: row.premium_fen,
        policyNo: policy?.issued_at ? deps.numbers.policyNo(row.id) : null,
        policyStatus: policy?.issued_at ? policyStatusAt(policy.status as 0, dates, deps.clock.now()) : null,
      };
    });
    return ok({
      order: orderSummary(deps, order, insured, await ordersWithOpenCashier(query, [order])),
      ...dates,
      policyholder: maskedPerson(policyholderDetails(deps, order)),
      people,
      refundOffered:
        edition?.document.applyRefund === true &&
        edition.document.refundReason &&
        people.some((person) => person.policyStatus !== null && REFUNDABLE.includes(person.policyStatus)),
      payment: {
        state: payment ? 'paid' : 'unpaid',
        methodLabel: payment ? (METHOD_LABELS[payment.method] ?? payment.method) : null,
        paidFen: payment?.amount_fen ?? null,
        providerTransactionNo: payment?.provider_txn ?? null,
      },
    });
  };
}

async function policiesOf(query: Query, order: OrderRow): Promise<Map<bigint, PolicyRow>> {
  const rows = await query<PolicyRow>(`select id, status, issued_at from policies where shard = $1 and order_id = $2`, [
    order.shard,
    order.id,
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}
