import type { NotificationRow } from '../notifications/notifier.ts';
import type { Journal, Table } from '../state/journal.ts';

export const PAY_MODES = { WECHAT: '微信', ALIPAY: '支付宝', UNION: '银联云闪付' } as const;
export type PayMode = keyof typeof PAY_MODES;

/** One movement of an order's money. Times in milliseconds, money in fen. */
export type CounterTrade = {
  tradeNo: string;
  tradeType: 'PAY' | 'REFUND' | 'CANCEL';
  tradeStatus: 'S' | 'F' | 'P';
  amountFen: number;
  payMode: PayMode;
  accTradeNo: string;
  atMs: number;
};

/** What the shop asked for, and what became of it; `refunds` is not told here. */
export type CounterOrder = {
  outOrderNo: string;
  payOrderNo: string;
  totalFen: number;
  orderInfo: string;
  /** The latest moment of payment. */
  expiresAtMs: number;
  notifyUrl: string | undefined;
  callbackUrl: string | undefined;
  /** The only way to pay, when the shop named one. */
  payMode: PayMode | undefined;
  supportRefund: boolean;
  supportRepeatPay: boolean;
  createdAtMs: number;
  state: 'WAITING' | 'PAYING' | 'PAID' | 'FAILED' | 'CANCELLED' | 'CLOSED';
  trades: CounterTrade[];
  /** When a payment in progress succeeds. */
  settlesAtMs?: number;
};

export type RefundState = 'PROCESSING' | 'SUCCESS' | 'FAIL' | 'EXCEPTION';

export type LklRefund = {
  /** The shop's own number. */
  outTradeNo: string;
  outOrderNo: string;
  originTradeNo: string;
  tradeNo: string;
  refundFen: number;
  reason: string;
  state: RefundState;
  createdAtMs: number;
  endedAtMs?: number;
  /** When one in progress ends by itself, and how. */
  settlesAtMs?: number;
  outcome?: Exclude<RefundState, 'PROCESSING'>;
};

/** One event that the shop is told; `content` is the message before it is written as JSON. */
export type LklNotification = NotificationRow & { content: Record<string, unknown> };

export type LklTables = {
  orders: Table<CounterOrder>;
  refunds: Table<LklRefund>;
  notifications: Table<LklNotification>;
};

/** The tables of Lakala. */
export function lklTables(journal: Journal): LklTables {
  return {
    orders: journal.table('lakala.orders'),
    refunds: journal.table('lakala.refunds'),
    notifications: journal.table('lakala.notifications'),
  };
}
