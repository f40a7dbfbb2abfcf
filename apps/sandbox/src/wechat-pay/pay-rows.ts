import type { NotificationRow, Notifier } from '../notifications/notifier.ts';
import type { Journal, Table } from '../state/journal.ts';

export type TradeType = 'JSAPI' | 'MWEB' | 'PAP';

/** One merchant order as the platform keeps it. Money in fen, times in milliseconds. */
export type PayOrder = {
  outTradeNo: string;
  tradeType: TradeType;
  appid: string;
  mchid: string;
  description: string;
  attach: string | undefined;
  notifyUrl: string;
  totalFen: number;
  /** The openid the order was made for (JSAPI) or the one that paid (H5). */
  openid: string | undefined;
  /** The request's fields in canonical order: the same number must come with the same text. */
  fingerprint: string;
  createdAtMs: number;
  /** The latest moment of payment; afterwards the order is closed. */
  expiresAtMs: number;
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED';
  closedAtMs?: number;
  paidAtMs?: number;
  transactionId?: string;
};

/** One answer to an order call; several may lead to the same order. */
export type Prepay = { prepayId: string; outTradeNo: string; createdAtMs: number; packageNumber: string };

export type RefundStatus = 'SUCCESS' | 'CLOSED' | 'PROCESSING' | 'ABNORMAL';

export type Refund = {
  refundId: string;
  outRefundNo: string;
  outTradeNo: string;
  transactionId: string;
  refundFen: number;
  totalFen: number;
  reason: string | undefined;
  notifyUrl: string | undefined;
  fundsAccount: string | undefined;
  status: RefundStatus;
  /** How it will end by itself; undefined leaves it PROCESSING until somebody settles it. */
  outcome: Exclude<RefundStatus, 'PROCESSING'> | undefined;
  settlesAtMs: number;
  createdAtMs: number;
  succeededAtMs?: number;
};

/** What the shop is told, before it is encrypted. */
export type PayNotification = NotificationRow & {
  summary: string;
  originalType: 'transaction' | 'refund';
  resource: Record<string, unknown>;
};

export type PayNotifier = Notifier<PayNotification>;

export type PayTables = {
  orders: Table<PayOrder>;
  prepays: Table<Prepay>;
  refunds: Table<Refund>;
  notifications: Table<PayNotification>;
};

/** The tables of WeChat Pay. */
export function payTables(journal: Journal): PayTables {
  return {
    orders: journal.table('wechat-pay.orders'),
    prepays: journal.table('wechat-pay.prepays'),
    refunds: journal.table('wechat-pay.refunds'),
    notifications: journal.table('wechat-pay.notifications'),
  };
}
