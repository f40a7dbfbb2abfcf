import type { NotificationRow } from '../notifications/notifier.ts';
import type { Journal, Table } from '../state/journal.ts';
import type { Data } from './signing.ts';

/** Somebody's medical-insurance personal account. Money in fen. */
export type Account = {
  idNo: string;
  userName: string;
  /** Six digits of the place where the person is insured. */
  insuPlc: string;
  accountOpen: boolean;
  /** Why an account that is not open is not: 40301 place or account, 42202 another province, 50001 closed hours. */
  closedReason: '40301' | '42202' | '50001';
  balanceFen: number;
};

/** A shop's wish to be allowed one payment from an account. */
export type Authorisation = {
  outAuthNo: string;
  /** Canonical text of the request, to tell a repeat from another wish under the same number. */
  fingerprint: string;
  idNo: string;
  userName: string;
  redirectUrl: string;
  notifyUrl: string;
  state: string;
  token: string;
  expiresAtMs: number;
  result?: 'OK' | 'CANCEL';
  decidedAtMs?: number;
  payAuthNo?: string;
  payAuthExpiresAtMs?: number;
  /** The order that the single use went to. */
  usedBy?: string;
};

export type TradeStatus = 'WAIT' | 'PAYING' | 'SUCCESS' | 'FAIL' | 'CLOSED' | 'REFUND';

/** One order. Money in fen, times in milliseconds. */
export type MedicalOrder = {
  outTradeNo: string;
  payOrdId: string;
  fingerprint: string;
  idNo: string;
  userName: string;
  orgName: string;
  amountFen: number;
  accountFen: number;
  ownFen: number;
  frontBackUrl: string;
  syncCalUrl: string;
  createdAtMs: number;
  expiresAtMs: number;
  tradeStatus: TradeStatus;
  paidAtMs?: number;
  queryId?: string;
  traceId?: string;
  /** When the insurance core ends what it is busy with, and how. */
  settlesAtMs?: number;
  outcome?: 'SUCCESS' | 'FAIL';
};

/** An address of the cashier's page. */
export type CashierVisit = { token: string; outTradeNo: string; expiresAtMs: number };

export type RefundStatus = 'PROC' | 'SUCC' | 'FAIL' | 'EXP';

export type MedicalRefund = {
  appRefdSn: string;
  refdId: string;
  fingerprint: string;
  outTradeNo: string;
  payOrdId: string;
  accountFen: number;
  reason: string;
  notifyUrl: string;
  refStatus: RefundStatus;
  createdAtMs: number;
  doneAtMs?: number;
  settlesAtMs?: number;
  outcome?: Exclude<RefundStatus, 'PROC'>;
};

/** One event that the shop is told; `data` is the true content, before anything is sealed. */
export type CentreNotification = NotificationRow & { data: Data; appId?: string };

export type CentreTables = {
  accounts: Table<Account>;
  authorisations: Table<Authorisation>;
  orders: Table<MedicalOrder>;
  visits: Table<CashierVisit>;
  refunds: Table<MedicalRefund>;
  notifications: Table<CentreNotification>;
};

/** The tables of the medical-insurance payment centre. */
export function centreTables(journal: Journal): CentreTables {
  return {
    accounts: journal.table('medical-account.accounts'),
    authorisations: journal.table('medical-account.authorisations'),
    orders: journal.table('medical-account.orders'),
    visits: journal.table('medical-account.visits'),
    refunds: journal.table('medical-account.refunds'),
    notifications: journal.table('medical-account.notifications'),
  };
}
