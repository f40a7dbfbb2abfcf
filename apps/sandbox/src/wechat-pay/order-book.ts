import { beijingTimestamp } from '../clock/beijing-time.ts';
import { alsoPaid } from '../faults/cashier-faults.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { UserBook } from '../wechat-account/user-book.ts';
import type { OrderInput } from './order-input.ts';
import { PayError, parameterError, SUB_CODE } from './pay-error.ts';
import type { PayNotifier, PayOrder, PayTables, Prepay, TradeType } from './pay-rows.ts';

export const PREPAY_LIFE_MS = 2 * 3_600_000;
export const H5_URL_LIFE_MS = 5 * 60_000;
const ORDER_LIFE_MS = 7 * 86_400_000;

export type TradeState = 'SUCCESS' | 'REFUND' | 'NOTPAY' | 'CLOSED';

export type OrderBook = {
  /** Makes the order, or answers again for the same fields. */
  create(input: OrderInput, tradeType: TradeType): Prepay;
  find(outTradeNo: string): PayOrder | undefined;
  findByTransaction(transactionId: string): PayOrder | undefined;
  findPrepay(prepayId: string): { prepay: Prepay; order: PayOrder } | undefined;
  list(): PayOrder[];
  /** The state as a query would tell it now. */
  stateOf(order: PayOrder): TradeState;
  /** Query fields, the same as a payment notification's. */
  view(order: PayOrder): Record<string, unknown>;
  close(outTradeNo: string): void;
  /**
   * The payer pays. An order that is paid stays as it is. A closed or expired one is refused with `ORDER_CLOSED`
   * unless `force` is set, which is how a payment arrives after a close. A charge by contract has no cashier: only
   * its charge pays it, with `byContract`, and anything else is refused with `INVALID_REQUEST`.
   */
  pay(outTradeNo: string, options?: { openid?: string; force?: boolean; byContract?: boolean }): PayOrder;
};

export const STATE_TEXT: Record<TradeState, string> = {
  SUCCESS: '支付成功',
  REFUND: '转入退款',
  NOTPAY: '订单未支付',
  CLOSED: '订单已关闭',
};

/** Orders and their payments. */
export function createOrderBook(
  parts: SandboxParts,
  tables: PayTables,
  users: UserBook,
  notifier: PayNotifier,
  /** True where another provider of this platform tells of the payment. */
  toldOtherwise: (order: PayOrder) => boolean,
): OrderBook {
  const { clock, faults, keys, random } = parts;
  faults.offer('wechat-pay', 'cashier', ['double_pay']);

  const stateOf = (order: PayOrder): TradeState => {
    if (order.state === 'SUCCESS') {
      return tables.refunds.rows().some((refund) => refund.outTradeNo === order.outTradeNo) ? 'REFUND' : 'SUCCESS';
    }
    if (order.state === 'NOTPAY' && clock.now() >= order.expiresAtMs) return 'CLOSED';
    return order.state;
  };

  const view = (order: PayOrder): Record<string, unknown> => {
    const state = stateOf(order);
    const common = {
      appid: order.appid,
      mchid: order.mchid,
      out_trade_no: order.outTradeNo,
      trade_state: state,
      trade_state_desc: STATE_TEXT[state],
      ...(order.attach === undefined ? {} : { attach: order.attach }),
      promotion_detail: [],
    };
    if (order.paidAtMs === undefined) {
      return { ...common, amount: { total: order.totalFen, payer_currency: 'CNY' }, scene_info: { device_id: '' } };
    }
    return {
      ...common,
      transaction_id: order.transactionId,
      trade_type: order.tradeType,
      bank_type: 'OTHERS',
      success_time: beijingTimestamp(order.paidAtMs),
      payer: { openid: order.openid },
      amount: { total: order.totalFen, payer_total: order.totalFen, currency: 'CNY', payer_currency: 'CNY' },
    };
  };

  const addPrepay = (outTradeNo: string): Prepay => {
    const now = clock.now();
    const stamp = beijingTimestamp(now).replace(/\D/g, '').slice(0, 14);
    const prepay: Prepay = {
      prepayId: `wx${stamp}${random.hex(20)}`,
      outTradeNo,
      createdAtMs: now,
      packageNumber: random.digits(10),
    };
    tables.prepays.put(prepay.prepayId, prepay);
    return prepay;
  };

  const book: OrderBook = {
    create: (input, tradeType) => {
      const pay = keys.wechatPay;
      if (input.mchid !== pay.mchid) throw new PayError(400, 'MCH_NOT_EXISTS', '商户号不存在', SUB_CODE.parameter);
      const isMini = input.appid === keys.wechatMini.appId;
      if (input.appid !== keys.wechatAccount.appId && !(isMini && tradeType === 'JSAPI')) {
        throw new PayError(400, 'APPID_MCHID_NOT_MATCH', 'appid和mch_id不匹配', SUB_CODE.appidMchid);
      }
      // Nobody has the same openid in two applications.
      if (input.openid !== undefined && !(isMini ? users.findInMini(input.openid) : users.find(input.openid))) {
        throw new PayError(500, 'OPENID_MISMATCH', 'openid和appid不匹配', SUB_CODE.openid);
      }
      const known = tables.orders.get(input.outTradeNo);
      if (known) {
        if (known.state === 'SUCCESS') throw new PayError(400, 'ORDERPAID', '该订单已支付', SUB_CODE.alreadyPaid);
        if (stateOf(known) === 'CLOSED') throw new PayError(400, 'ORDER_CLOSED', '该订单已关闭', SUB_CODE.orderExpired);
        if (known.fingerprint !== input.fingerprint) {
          throw new PayError(400, 'INVALID_REQUEST', '商户订单号重复，且与原请求参数不一致', SUB_CODE.otherData);
        }
        return addPrepay(known.outTradeNo);
      }
      const now = clock.now();
      if (input.expiresAtMs !== undefined && input.expiresAtMs <= now) {
        throw parameterError('time_expire', '不能早于当前时间', beijingTimestamp(input.expiresAtMs));
      }
      const { expiresAtMs, ...rest } = input;
      tables.orders.put(input.outTradeNo, {
        ...rest,
        tradeType,
        createdAtMs: now,
        expiresAtMs: expiresAtMs ?? now + ORDER_LIFE_MS,
        state: 'NOTPAY',
      });
      return addPrepay(input.outTradeNo);
    },
    find: (outTradeNo) => tables.orders.get(outTradeNo),
    findByTransaction: (transactionId) => tables.orders.rows().find((order) => order.transactionId === transactionId),
    findPrepay: (prepayId) => {
      const prepay = tables.prepays.get(prepayId);
      const order = prepay && tables.orders.get(prepay.outTradeNo);
      return prepay && order ? { prepay, order } : undefined;
    },
    list: () => tables.orders.rows(),
    stateOf,
    view,
    close: (outTradeNo) => {
      const order = tables.orders.get(outTradeNo);
      if (!order) throw noSuchOrder();
      if (order.state === 'SUCCESS') throw new PayError(400, 'ORDERPAID', '该订单已支付', SUB_CODE.orderPaid);
      if (order.state === 'CLOSED') return;
      tables.orders.put(outTradeNo, { ...order, state: 'CLOSED', closedAtMs: clock.now() });
    },
    pay: (outTradeNo, options = {}) => {
      const order = tables.orders.get(outTradeNo);
      if (!order) throw noSuchOrder();
      if (order.state === 'SUCCESS') return order;
      if (!hasCashier(order) && !options.byContract) {
        throw new PayError(400, 'INVALID_REQUEST', '按合约扣款的订单没有收银台', SUB_CODE.otherData);
      }
      if (stateOf(order) === 'CLOSED' && !options.force) {
        throw new PayError(400, 'ORDER_CLOSED', '该订单已关闭', SUB_CODE.orderExpired);
      }
      const paidAtMs = clock.now();
      const paid: PayOrder = {
        ...order,
        state: 'SUCCESS',
        paidAtMs,
        openid: order.openid ?? options.openid ?? users.list()[0]?.openid,
        transactionId: `42000${beijingTimestamp(paidAtMs).replace(/\D/g, '').slice(0, 8)}${random.digits(15)}`,
      };
      tables.orders.put(outTradeNo, paid);
      if (!toldOtherwise(paid)) {
        notifier.announce({
          eventType: 'TRANSACTION.SUCCESS',
          summary: '支付成功',
          originalType: 'transaction',
          outTradeNo,
          url: paid.notifyUrl,
          resource: view(paid),
        });
      }
      const waiting = tables.orders.rows().filter((row) => stateOf(row) === 'NOTPAY' && hasCashier(row));
      const other = alsoPaid(
        faults,
        'wechat-pay',
        outTradeNo,
        waiting.map((row) => row.outTradeNo),
      );
      if (other !== undefined) book.pay(other, { openid: paid.openid });
      return paid;
    },
  };
  return book;
}

/** Whether a payer can be shown a page for it; what is charged by contract is paid without one. */
export function hasCashier({ tradeType }: Pick<PayOrder, 'tradeType'>): boolean {
  return tradeType !== 'PAP';
}

/** 404 for an order number or transaction id that is not known. */
export function noSuchOrder(): PayError {
  return new PayError(404, 'ORDER_NOT_EXIST', '订单不存在', SUB_CODE.noSuchOrder);
}
