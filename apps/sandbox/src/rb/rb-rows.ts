import type { NotificationRow } from '../notifications/notifier.ts';
import type { Journal, Table } from '../state/journal.ts';

/** Times in milliseconds, money in fen. */
export type RbOrder = {
  outTradeNo: string;
  payOrderNo: string;
  amountFen: number;
  subject: string;
  notifyUrl: string;
  returnUrl: string;
  /** The latest moment of payment. */
  expiresAtMs: number;
  createdAtMs: number;
  state: 'WAIT' | 'PAID' | 'CLOSED' | 'FAILED';
  paidAtMs?: number;
};

/** One address of a cashier page; an order may have had several. */
export type RbPage = { token: string; outTradeNo: string; expiresAtMs: number };

export type RbRefundStatus = 'REFUNDING' | 'REFUNDED' | 'FAILED';

export type RbRefund = {
  refundNo: string;
  rbRefundNo: string;
  outTradeNo: string;
  refundFen: number;
  status: RbRefundStatus;
  createdAtMs: number;
  endedAtMs?: number;
  /** When one in progress ends by itself, and how. */
  settlesAtMs?: number;
  outcome?: Exclude<RbRefundStatus, 'REFUNDING'>;
};

/** One event that the shop is told; `content` is the message before it is written as JSON. */
export type RbNotification = NotificationRow & {
  content: Record<string, unknown>;
  /** Sent as another shop's. */
  channelCode?: string;
};

export type RbTables = {
  orders: Table<RbOrder>;
  pages: Table<RbPage>;
  refunds: Table<RbRefund>;
  notifications: Table<RbNotification>;
};

/** The tables of RB-1. */
export function rbTables(journal: Journal): RbTables {
  return {
    orders: journal.table('rb.orders'),
    pages: journal.table('rb.pages'),
    refunds: journal.table('rb.refunds'),
    notifications: journal.table('rb.notifications'),
  };
}
