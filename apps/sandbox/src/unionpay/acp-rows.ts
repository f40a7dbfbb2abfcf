import type { FormNotification } from '../notifications/form-notifier.ts';
import type { Journal, Table } from '../state/journal.ts';
import type { Fields } from './signing.ts';

/** What the shop asked for on a payment page. It is a transaction only once the payer has submitted it. */
export type FrontRequest = {
  token: string;
  orderId: string;
  txnTime: string;
  txnFen: number;
  frontUrl: string;
  frontFailUrl: string | undefined;
  backUrl: string;
  /** The latest moment of payment. */
  expiresAtMs: number;
  /** Fields that answers and notifications repeat. */
  echo: Fields;
  openedAtMs: number;
};

export type TxnType = '01' | '04' | '31';

/** One transaction: payment (01), refund (04) or same-day revoke (31). Money in fen, times in milliseconds. */
export type Transaction = {
  txnType: TxnType;
  orderId: string;
  txnTime: string;
  txnFen: number;
  queryId: string;
  traceNo: string;
  /** The payment that a refund or revoke is about. */
  origQryId?: string;
  backUrl: string;
  echo: Fields;
  /** `05` in progress, `00` done, anything else failed (and, for a payment, open for another try). */
  respCode: string;
  createdAtMs: number;
  doneAtMs?: number;
  /** When one in progress ends by itself, and how. */
  settlesAtMs?: number;
  outcome?: string;
};

export type AcpTables = {
  requests: Table<FrontRequest>;
  transactions: Table<Transaction>;
  notifications: Table<FormNotification>;
};

/** The tables of UnionPay. */
export function acpTables(journal: Journal): AcpTables {
  return {
    requests: journal.table('unionpay.requests'),
    transactions: journal.table('unionpay.transactions'),
    notifications: journal.table('unionpay.notifications'),
  };
}
