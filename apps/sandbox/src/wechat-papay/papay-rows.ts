import type { NotificationRow } from '../notifications/notifier.ts';
import type { Journal, Table } from '../state/journal.ts';
import type { SignType } from './v2-signing.ts';
import type { Fields } from './xml-message.ts';

/** How a contract was ended: 1 its time, 2 by the payer, 3 by the merchant's call, 4 in the merchant's console, 5 account closed. */
export type EndMode = '1' | '2' | '3' | '4' | '5' | '7';

/** One contract as the platform keeps it. Times in milliseconds. */
export type Contract = {
  contractCode: string;
  appid: string;
  mchid: string;
  planId: string;
  displayAccount: string;
  notifyUrl: string;
  requestSerial: string;
  openid: string | undefined;
  state: 'WAITING' | 'SIGNED' | 'ENDED';
  contractId?: string;
  signedAtMs?: number;
  expiresAtMs?: number;
  endedAtMs?: number;
  endMode?: EndMode;
  endRemark?: string;
  /** When coming charges were announced and not made yet. */
  announcedAtMs: number[];
  /** How many charges were asked for. */
  charges: number;
};

/** What this provider adds to an order of WeChat Pay: it is told by XML, and its payer may sign. */
export type SignedOrder = { outTradeNo: string; signType: SignType; contractCode?: string };

export type Charge = {
  outTradeNo: string;
  contractId: string;
  notifyUrl: string;
  dueAtMs: number;
  state: 'ACCEPTED' | 'SUCCESS' | 'PAYERROR';
  errCode?: string;
  errText?: string;
};

/** What the shop is told, before it is signed; `outTradeNo` is the contract code where it is about a contract. */
export type PapayNotification = NotificationRow & { fields: Fields; signType: SignType };

export type PapayTables = {
  contracts: Table<Contract>;
  orders: Table<SignedOrder>;
  charges: Table<Charge>;
  contractNotices: Table<PapayNotification>;
  paymentNotices: Table<PapayNotification>;
};

/** The tables of entrusted deduction. */
export function papayTables(journal: Journal): PapayTables {
  return {
    contracts: journal.table('wechat-papay.contracts'),
    orders: journal.table('wechat-papay.orders'),
    charges: journal.table('wechat-papay.charges'),
    contractNotices: journal.table('wechat-papay.contract-notices'),
    paymentNotices: journal.table('wechat-papay.payment-notices'),
  };
}
