import { createHash } from 'node:crypto';
import { addDays, beijingMs } from '@huimin/domain/date';
import { fenToYuanText } from '@huimin/domain/money';
import type {
  AccountAnswer,
  AccountRefusal,
  MedicalAccount,
  SettlementAnswer,
  SettlementLine,
} from '../../ports/medical-account.ts';
import type { Clock, Log } from '../../ports/outside.ts';
import type {
  AccountOwner,
  BillResult,
  NoticeRefusal,
  PlacedOrder,
  ProviderOrder,
  QueryResult,
} from '../../ports/payment-provider.ts';
import { BillFormatError } from '../bill-table.ts';
import { createExchange } from '../http-exchange.ts';
import { billRows } from './bill-rows.ts';
import type { WireData } from './canonical-json.ts';
import { type CallOutcome, createCentreCall, type Fields } from './centre-call.ts';
import { type CentreApp, type EnvelopeKeys, envelopeKeys, openData } from './envelope.ts';
import { queryResultOf } from './payment-answers.ts';
import { readNotice, readPermissionNotice } from './read-notice.ts';
import { refundQueryResultOf, refundResultOf } from './refund-answers.ts';
import { fenOf, momentOf, textOf, wireTime } from './wire-values.ts';

export interface MedicalAccountOptions extends CentreApp {
  readonly baseUrl: string;
  /** The insurer as the centre knows it. */
  readonly orgCode: string;
  readonly orgName: string;
  readonly merchantId: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly connectTimeoutMs?: number;
  readonly totalTimeoutMs?: number;
  readonly billTimeoutMs?: number;
}

export interface MedicalAccountAdapter extends MedicalAccount {
  /** Ends the kept connections. */
  closeConnections(): void;
}

const REASON_CHARACTERS = 200;
/** A bill is there from ten o'clock of the next day. */
const BILL_HOUR_MS = 10 * 3_600_000;
const REFUSALS: Readonly<Record<string, AccountRefusal>> = { 40301: 'place', 42202: 'province', 50001: 'hours' };

/** The medical-insurance mobile payment centre (SM2 and SM4 envelopes), profile YB-1. */
export function createMedicalAccount(options: MedicalAccountOptions): MedicalAccountAdapter {
  const { clock, log } = options;
  const keys = envelopeKeys(options, 'HSA', log);
  const exchange = createExchange();
  const send = createCentreCall({
    baseUrl: options.baseUrl,
    keys,
    send: exchange.send,
    clock,
    log,
    connectTimeoutMs: options.connectTimeoutMs ?? 3_000,
  });
  const call = (path: string, data: WireData): Promise<CallOutcome> =>
    send(path, data, options.totalTimeoutMs ?? 10_000);

  async function query({ merchantOrderNo }: PlacedOrder): Promise<QueryResult> {
    const outcome = await call('/pmc/api/spc/query', { outTradeNo: merchantOrderNo });
    if (outcome.kind === 'unknown') return outcome;
    if (outcome.kind === 'done') return queryResultOf(outcome.data, merchantOrderNo);
    return outcome.code === '40401' ? { kind: 'absent' } : { kind: 'unknown', message: outcome.code };
  }

  /** What the state of an order is when a call was refused because of it. */
  async function stateBehind(order: PlacedOrder): Promise<'paid' | 'closed' | null> {
    const asked = await query(order);
    if (asked.kind === 'paid' || asked.kind === 'refunded') return 'paid';
    return asked.kind === 'closed' ? 'closed' : null;
  }

  function orderData(order: ProviderOrder): WireData {
    if (order.way.kind !== 'medical-account') throw new Error(`the personal account has no way "${order.way.kind}"`);
    const { payer, permissionNo, returnUrl } = order.way;
    const amount = fenToYuanText(order.amountFen);
    return {
      ...personData(payer),
      orgCode: options.orgCode,
      orgName: options.orgName,
      outTradeNo: order.merchantOrderNo,
      operator: 'H5',
      // All from the account: what it cannot pay, nobody pays.
      ...{ amount, feeSumamt: amount, psnAcctPayAmt: amount },
      ...{ ownPayAmt: '0.00', fundPayAmt: '0.00', othPayAmt: '0.00' },
      payAuthNo: permissionNo,
      expireTime: wireTime(order.expiresAtMs),
      frontBackUrl: returnUrl,
      syncCalUrl: order.notifyUrl,
    };
  }

  const noticeAnswer = (refusal: NoticeRefusal | null) => ({
    status: refusal?.status ?? 200,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(refusal ? { code: '40001', message: refusal.message } : { code: '0', message: 'success' }),
  });

  return {
    code: 'medical-account',
    notices: { path: '/api/jsybpay/notify', proofHeaders: null, answer: noticeAnswer },
    permissionNotices: { path: '/api/jsybpay/authorised', answer: noticeAnswer },
    permissionReturnPath: '/pay/medical-account/authorised',
    browserReturn: {
      path: '/pay/medical-account/return',
      method: 'GET',
      merchantOrderNoOf: (sent) => textOf(hintOf(keys, sent)?.outTradeNo),
    },
    async isOpen(owner, regionCode) {
      return accountAnswerOf(await call('/spc/api/isOpen', { ...personData(owner), insuPlc: regionCode }));
    },
    async permissionPage({ askNo, owner, returnUrl, notifyUrl, state }) {
      const ask = { ...personData(owner), outAuthNo: askNo, redirectUrl: returnUrl, notifyUrl, state };
      const outcome = await call('/spc/api/auth/url', ask);
      if (outcome.kind === 'unknown') return outcome;
      if (outcome.kind === 'failed') return { kind: 'refused', code: outcome.code, message: outcome.message };
      const url = pageAddress(outcome.data.authUrl);
      return url === null ? { kind: 'unknown', message: 'answer without an address' } : { kind: 'page', url };
    },
    verifyPermission: (notice) => readPermissionNotice(notice, keys, clock.now()),
    readPermissionReturn(sent) {
      const hint = hintOf(keys, sent);
      const askNo = textOf(hint?.outAuthNo);
      const state = textOf(hint?.state);
      return askNo === null || state === null ? null : { askNo, state, saysGranted: hint?.result === 'OK' };
    },
    async create(order) {
      const outcome = await call('/pmc/api/spc/unifiedOrder/UNION_CHS', orderData(order));
      if (outcome.kind === 'unknown') return outcome;
      if (outcome.kind === 'done') {
        const handle = outcome.data.outTradeNo === order.merchantOrderNo ? pageAddress(outcome.data.cashierUrl) : null;
        return handle === null
          ? { kind: 'unknown', message: 'answer without an address' }
          : { kind: 'created', handle };
      }
      const { code, message } = outcome;
      if (code !== '40902') return { kind: 'refused', code, message };
      const state = await stateBehind(order);
      if (state === 'paid') return { kind: 'already-paid' };
      return state === 'closed' ? { kind: 'closed' } : { kind: 'unknown', message: code };
    },
    query,
    async close(order) {
      const outcome = await call('/pmc/api/spc/close', { outTradeNo: order.merchantOrderNo });
      if (outcome.kind === 'unknown') return outcome;
      if (outcome.kind === 'done') {
        return outcome.data.tradeStatus === 'CLOSED' ? { kind: 'closed' } : { kind: 'unknown', message: 'not closed' };
      }
      if (outcome.code === '40401') return { kind: 'absent' };
      const state = outcome.code === '40902' ? await stateBehind(order) : null;
      return state === null ? { kind: 'unknown', message: outcome.code } : { kind: state };
    },
    refundGapMs: 0,
    async refund(request) {
      const amount = fenToYuanText(request.refundFen);
      const outcome = await call('/pmc/api/spc/refund', {
        outTradeNo: request.merchantOrderNo,
        appRefdSn: request.refundNo,
        // It came from the account and goes back to the account only.
        ...{ totlRefdAmt: amount, psnAcctRefdAmt: amount, cashRefdAmt: '0.00' },
        reason: [...request.reason].slice(0, REASON_CHARACTERS).join(''),
        notifyUrl: request.notifyUrl,
      });
      return refundResultOf(outcome, request.refundNo);
    },
    async queryRefund({ refundNo }) {
      return refundQueryResultOf(await call('/pmc/api/spc/refundQuery', { appRefdSn: refundNo }), refundNo);
    },
    verifyNotice: async (notice) => readNotice(notice, keys, options.merchantId, clock.now()),
    async settlementLines(providerTxn) {
      return settlementOf(await call('/pmc/api/spc/settleDetail', { payOrdId: providerTxn }));
    },
    async downloadBill(day) {
      const data = { billDate: day.replaceAll('-', '') };
      const outcome = await send('/pmc/api/spc/bill', data, options.billTimeoutMs ?? 30_000);
      const isDue = clock.now() >= beijingMs(addDays(day, 1)) + BILL_HOUR_MS;
      return billOf(day, outcome, isDue);
    },
    closeConnections: () => exchange.close(),
  };
}

function personData({ name, idNumber }: AccountOwner): WireData {
  return { idType: '01', idNo: idNumber, userName: name };
}

/** What the browser brought in `appId` and `encData`; written by nobody knows whom. */
function hintOf(keys: EnvelopeKeys, sent: string): Fields | null {
  const query = new URLSearchParams(sent);
  return query.get('appId') === keys.appId ? openData(keys, query.get('encData')) : null;
}

function pageAddress(value: unknown): string | null {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) ? value : null;
}

function accountAnswerOf(outcome: CallOutcome): AccountAnswer {
  if (outcome.kind === 'unknown') return outcome;
  if (outcome.kind === 'failed') return { kind: 'closed', reason: REFUSALS[outcome.code] ?? 'other' };
  const { open, reason, acctBalanceFlag } = outcome.data;
  if (open === '0') return { kind: 'closed', reason: REFUSALS[String(reason)] ?? 'other' };
  if (open !== '1') return { kind: 'unknown', message: 'answer that says neither open nor closed' };
  return acctBalanceFlag === '1' ? { kind: 'open' } : { kind: 'closed', reason: 'balance' };
}

function settlementOf(outcome: CallOutcome): SettlementAnswer {
  if (outcome.kind === 'unknown') return outcome;
  if (outcome.kind === 'failed') {
    return outcome.code === '40401' ? { kind: 'none' } : { kind: 'unknown', message: outcome.code };
  }
  const given = Array.isArray(outcome.data.lines) ? (outcome.data.lines as Fields[]) : [];
  const lines = given.map(lineOf);
  const whole = lines.filter((line) => line !== null);
  if (whole.length === 0 || whole.length < lines.length) return { kind: 'unknown', message: 'lines of another form' };
  return { kind: 'lines', lines: whole };
}

function lineOf(line: Fields): SettlementLine | null {
  const itemName = textOf(line.itemName, 100);
  const settlementNo = textOf(line.settleId);
  const [amountFen, accountFen, ownFen] = [line.amount, line.psnAcctPayAmt, line.ownPayAmt].map(fenOf);
  const settledAtMs = momentOf(line.settleTime);
  if (itemName === null || settlementNo === null || settledAtMs === null) return null;
  if (amountFen == null || accountFen == null || ownFen == null) return null;
  return { itemName, settlementNo, amountFen, accountFen, ownFen, settledAtMs };
}

function billOf(day: string, outcome: CallOutcome, isDue: boolean): BillResult {
  if (outcome.kind === 'unknown') return outcome;
  if (outcome.kind === 'failed') {
    if (outcome.code !== '40401') return { kind: 'unknown', message: outcome.code };
    return { kind: isDue ? 'none' : 'not-ready' };
  }
  if (outcome.data.billDate !== day.replaceAll('-', '')) return { kind: 'unknown', message: 'bill of another day' };
  try {
    const rows = billRows(outcome.data);
    const sha1 = createHash('sha1').update(outcome.text).digest('hex');
    return { kind: 'bill', day, sha1, text: outcome.text, rows };
  } catch (error) {
    if (!(error instanceof BillFormatError)) throw error;
    return { kind: 'unknown', message: error.message };
  }
}
