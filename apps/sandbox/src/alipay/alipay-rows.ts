import type { FormNotification } from '../notifications/form-notifier.ts';
import type { Journal, Table } from '../state/journal.ts';

/** What the shop asked for on a payment page. No trade yet: that is made when the payer confirms. */
export type PageRequest = {
  token: string;
  outTradeNo: string;
  totalFen: number;
  subject: string;
  body: string | undefined;
  passbackParams: string | undefined;
  notifyUrl: string | undefined;
  returnUrl: string | undefined;
  quitUrl: string | undefined;
  openedAtMs: number;
  /** The latest moment of payment. */
  expiresAtMs: number;
};

export type TradeState = 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_FINISHED' | 'TRADE_CLOSED';

/** One trade. Money in fen, times in milliseconds. */
export type Trade = Omit<PageRequest, 'token' | 'openedAtMs'> & {
  tradeNo: string;
  buyerId: string;
  createdAtMs: number;
  state: TradeState;
  paidAtMs?: number;
  closedAtMs?: number;
};

export type AlipayRefund = {
  outTradeNo: string;
  outRequestNo: string;
  refundFen: number;
  reason: string | undefined;
  /** `ACCEPTED`: answered with fund_change N, the money has not moved yet. */
  status: 'SUCCESS' | 'ACCEPTED' | 'FAILED';
  createdAtMs: number;
  /** When an accepted one succeeds by itself; undefined leaves it as it is. */
  settlesAtMs?: number;
  refundedAtMs?: number;
};

export type AlipayTables = {
  requests: Table<PageRequest>;
  trades: Table<Trade>;
  refunds: Table<AlipayRefund>;
  notifications: Table<FormNotification>;
};

/** The tables of Alipay. */
export function alipayTables(journal: Journal): AlipayTables {
  return {
    requests: journal.table('alipay.requests'),
    trades: journal.table('alipay.trades'),
    refunds: journal.table('alipay.refunds'),
    notifications: journal.table('alipay.notifications'),
  };
}
