import { beijingText } from '../clock/beijing-time.ts';
import { alsoPaid } from '../faults/cashier-faults.ts';
import type { Notifier } from '../notifications/notifier.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { OrderInput } from './counter-input.ts';
import { LklError, noSuchOrder } from './lkl-error.ts';
import type { CounterOrder, CounterTrade, LklNotification, LklTables, PayMode } from './lkl-rows.ts';

const CHANNEL_ID = '95';

/** 0 waiting, 1 paying, 2 paid, 3 failed, 4 expired, 5 cancelled, 6 refunded in part or in full, 7 closed. */
export type OrderStatus = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7';

export const STATUS_TEXT: Record<OrderStatus, string> = {
  '0': '待支付',
  '1': '支付中',
  '2': '支付成功',
  '3': '支付失败',
  '4': '已过期',
  '5': '已取消',
  '6': '已退款',
  '7': '已关单',
};

export type PayOptions = {
  payMode?: PayMode;
  /** Pays a closed or expired order too. */
  force?: boolean;
};

export type CounterBook = {
  /** Throws `repeated` when the number is used already and its order does not take payments again. */
  create(input: OrderInput): CounterOrder;
  find(numbers: { outOrderNo?: string; payOrderNo?: string }): CounterOrder | undefined;
  list(): CounterOrder[];
  statusOf(order: CounterOrder): OrderStatus;
  /** Answer fields of a query, without the list of trades. */
  head(order: CounterOrder): Record<string, unknown>;
  /** The payer pays. A paid order stays as it is. Throws `state` when it cannot be paid any more. */
  pay(outOrderNo: string, options?: PayOptions): CounterOrder;
  /** The payer has submitted, the money is on its way until `settlesAtMs`, or until `pay`. */
  submit(outOrderNo: string, settlesAtMs?: number): CounterOrder;
  /** A payment that failed; the counter takes another one. */
  fail(outOrderNo: string): CounterOrder;
  /** Throws `state` when it is paid or being paid. */
  close(outOrderNo: string): CounterOrder;
  /** The merchant's console takes a payment back on the same day. Throws RangeError when there is none. */
  revoke(outOrderNo: string): CounterOrder;
  addTrade(outOrderNo: string, trade: CounterTrade): void;
  /** Schedules again what a restart left in progress. */
  resume(): void;
};

/** Orders of the counter and their payments. Only payments are told to the shop. */
export function createCounterBook(
  parts: SandboxParts,
  tables: LklTables,
  notifier: Notifier<LklNotification>,
): CounterBook {
  const { clock, faults, keys, random } = parts;
  faults.offer('lakala', 'cashier', ['double_pay']);

  const put = (order: CounterOrder): CounterOrder => {
    tables.orders.put(order.outOrderNo, order);
    return order;
  };
  const known = (outOrderNo: string): CounterOrder => {
    const order = tables.orders.get(outOrderNo);
    if (!order) throw noSuchOrder();
    return order;
  };

  const statusOf = (order: CounterOrder): OrderStatus => {
    const late = clock.now() >= order.expiresAtMs;
    switch (order.state) {
      case 'WAITING':
        return late ? '4' : '0';
      case 'FAILED':
        return late ? '4' : '3';
      case 'PAYING':
        return '1';
      case 'PAID':
        return order.trades.some((trade) => trade.tradeType === 'REFUND' && trade.tradeStatus === 'S') ? '6' : '2';
      case 'CANCELLED':
        return '5';
      case 'CLOSED':
        return '7';
    }
  };

  const head = (order: CounterOrder): Record<string, unknown> => ({
    pay_order_no: order.payOrderNo,
    out_order_no: order.outOrderNo,
    channel_id: CHANNEL_ID,
    merchant_no: keys.lakala.merchantNo,
    term_no: keys.lakala.termNo,
    order_status: statusOf(order),
    order_info: order.orderInfo,
    total_amount: order.totalFen,
    order_create_time: lklTime(order.createdAtMs),
    order_efficient_time: lklTime(order.expiresAtMs),
  });

  const newTrade = (
    order: CounterOrder,
    tradeType: CounterTrade['tradeType'],
    tradeStatus: CounterTrade['tradeStatus'],
    payMode: PayMode,
  ): CounterTrade => ({
    tradeNo: tradeNumber(parts),
    tradeType,
    tradeStatus,
    amountFen: order.totalFen,
    payMode,
    accTradeNo: `42000000${random.digits(20)}`,
    atMs: clock.now(),
  });

  const plan = (order: CounterOrder): void => {
    if (order.state !== 'PAYING' || order.settlesAtMs === undefined) return;
    clock.schedule(order.settlesAtMs, () => {
      if (tables.orders.get(order.outOrderNo)?.state === 'PAYING') book.pay(order.outOrderNo);
    });
  };

  const checkPayable = (order: CounterOrder, force = false): void => {
    const status = statusOf(order);
    const gone = status === '4' || status === '7' || order.state === 'CANCELLED';
    if (gone && !force) throw new LklError('state', `订单${STATUS_TEXT[status]}，不能支付`);
  };

  const book: CounterBook = {
    create: (input) => {
      const before = tables.orders.get(input.outOrderNo);
      if (before) {
        const open = before.supportRepeatPay && ['0', '3'].includes(statusOf(before));
        const same = before.totalFen === input.totalFen && before.orderInfo === input.orderInfo;
        if (!open || !same) throw new LklError('repeated', '商户订单号重复');
        return before;
      }
      return put({
        ...input,
        payOrderNo: `${lklTime(clock.now()).slice(2, 8)}11012001${random.digits(15)}`,
        createdAtMs: clock.now(),
        state: 'WAITING',
        trades: [],
      });
    },
    find: ({ outOrderNo, payOrderNo }) =>
      outOrderNo === undefined
        ? tables.orders.rows().find((order) => order.payOrderNo === payOrderNo)
        : tables.orders.get(outOrderNo),
    list: () => tables.orders.rows(),
    statusOf,
    head,
    pay: (outOrderNo, options = {}) => {
      const order = known(outOrderNo);
      if (order.state === 'PAID') return order;
      checkPayable(order, options.force);
      const { settlesAtMs: _settles, ...rest } = order;
      const trade = newTrade(order, 'PAY', 'S', order.payMode ?? options.payMode ?? 'WECHAT');
      const paid = put({ ...rest, state: 'PAID', trades: [...order.trades, trade] });
      if (paid.notifyUrl !== undefined) {
        notifier.announce({
          eventType: 'PAY',
          outTradeNo: outOrderNo,
          url: paid.notifyUrl,
          content: { ...head(paid), order_trade_info: tradeView(trade) },
        });
      }
      const waiting = tables.orders.rows().filter((row) => ['0', '1', '3'].includes(statusOf(row)));
      const other = alsoPaid(
        faults,
        'lakala',
        outOrderNo,
        waiting.map((row) => row.outOrderNo),
      );
      if (other !== undefined) book.pay(other);
      return paid;
    },
    submit: (outOrderNo, settlesAtMs) => {
      const order = known(outOrderNo);
      checkPayable(order);
      if (order.state === 'PAID') return order;
      const paying = put({ ...order, state: 'PAYING', ...(settlesAtMs === undefined ? {} : { settlesAtMs }) });
      plan(paying);
      return paying;
    },
    fail: (outOrderNo) => {
      const order = known(outOrderNo);
      checkPayable(order);
      if (order.state === 'PAID' || order.state === 'PAYING') return order;
      const trade = newTrade(order, 'PAY', 'F', order.payMode ?? 'WECHAT');
      return put({ ...order, state: 'FAILED', trades: [...order.trades, trade] });
    },
    close: (outOrderNo) => {
      const order = known(outOrderNo);
      const status = statusOf(order);
      if (status === '1' || status === '2' || status === '6')
        throw new LklError('state', `订单${STATUS_TEXT[status]}，不能关单`);
      return order.state === 'CANCELLED' ? order : put({ ...order, state: 'CLOSED' });
    },
    revoke: (outOrderNo) => {
      const order = known(outOrderNo);
      if (statusOf(order) !== '2') throw new RangeError(`no payment of ${outOrderNo} to take back`);
      const trade = newTrade(order, 'CANCEL', 'S', order.trades.at(-1)?.payMode ?? 'WECHAT');
      return put({ ...order, state: 'CANCELLED', trades: [...order.trades, trade] });
    },
    addTrade: (outOrderNo, trade) => {
      const order = known(outOrderNo);
      put({ ...order, trades: [...order.trades, trade] });
    },
    resume: () => {
      for (const order of tables.orders.rows()) plan(order);
    },
  };
  return book;
}

/** A trade as answers and notifications tell it. */
export function tradeView(trade: CounterTrade): Record<string, unknown> {
  return {
    trade_no: trade.tradeNo,
    log_no: trade.tradeNo.slice(-14),
    trade_type: trade.tradeType,
    trade_status: trade.tradeStatus,
    trade_amount: trade.amountFen,
    payer_amount: trade.amountFen,
    busi_type: 'SCPAY',
    trade_time: lklTime(trade.atMs),
    acc_trade_no: trade.accTradeNo,
    acc_type: '99',
    pay_mode: trade.payMode === 'UNION' ? 'UQRCODEPAY' : trade.payMode,
  };
}

/** A new number of Lakala's own for one movement of money. */
export function tradeNumber({ clock, random }: Pick<SandboxParts, 'clock' | 'random'>): string {
  return `${lklTime(clock.now()).slice(0, 8)}66${random.digits(18)}`;
}

/** `20260101083000`, Beijing time. */
export function lklTime(atMs: number): string {
  return beijingText(atMs).replace(/\D/g, '');
}
