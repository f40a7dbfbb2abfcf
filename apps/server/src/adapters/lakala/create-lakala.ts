import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Clock, Log, Random } from '../../ports/outside.ts';
import type {
  CloseResult,
  CreateResult,
  PaymentProvider,
  PlacedOrder,
  ProviderOrder,
  QueryResult,
} from '../../ports/payment-provider.ts';
import { compactTime } from '../compact-time.ts';
import { createExchange } from '../http-exchange.ts';
import { createKeyRing } from '../key-ring.ts';
import { asObject, createJsonCall, type Json, pageAddress } from '../signed-json-call.ts';
import { returnAddress, returnedNumber } from '../unsigned-return.ts';
import { queryResultOf } from './order-answers.ts';
import { readNotice } from './read-notice.ts';
import { refundResultOf } from './refund-answers.ts';
import { authorizationHeader, distrustAnswer } from './signature.ts';

export interface LakalaOptions {
  /** `https://s2.lakala.com` in production. */
  readonly baseUrl: string;
  readonly appId: string;
  readonly merchantNo: string;
  readonly termNo: string;
  /** Serial number of the merchant's certificate, as registered. */
  readonly merchantSerialNo: string;
  readonly merchantPrivateKeyPem: string;
  /** The one in use first; two while it is replaced. */
  readonly platformCertificatePems: readonly string[];
  /** This server's address as Lakala sees it; refunds must name it. */
  readonly requestIp: string;
  /** Codes by which Lakala says that it does not know an order or a refund. It publishes none, so they are agreed. */
  readonly absentCodes: readonly string[];
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly connectTimeoutMs?: number;
  readonly totalTimeoutMs?: number;
}

export interface LakalaAdapter extends PaymentProvider {
  /** Ends the kept connections. */
  closeConnections(): void;
}

type Outcome =
  | { readonly kind: 'done'; readonly data: Json }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string };

const ORDERS = '/api/v3/ccss/counter/order';
const REFUNDS = '/api/v3/rfd/refund_front';
const OK = '000000';
/** A refund may have been taken or not. */
const REFUND_OPEN = new Set(['RFD11105', 'RFD11112']);
const TITLE_CHARACTERS = 64;
const REASON_CHARACTERS = 32;
const NONCE_BYTES = 6;

/** Lakala's aggregate cashier. Throws at once when a key or certificate is malformed. */
export function createLakala(options: LakalaOptions): LakalaAdapter {
  const { appId, clock, merchantNo, termNo } = options;
  const privateKey = createPrivateKey(options.merchantPrivateKeyPem);
  const certificates = options.platformCertificatePems.map((pem) => {
    const { publicKey: key, serialNumber: serialNo } = new X509Certificate(pem);
    return { key, serialNo };
  });
  const platformKeys = createKeyRing(certificates, { setting: 'LKL_PLATFORM_CERTIFICATE', log: options.log });
  const platform = { appId, keys: platformKeys };
  const absentCodes = new Set(options.absentCodes);
  const exchange = createExchange();

  const send = createJsonCall(
    {
      provider: 'lakala',
      baseUrl: options.baseUrl,
      compose(data) {
        const nowMs = clock.now();
        const body = JSON.stringify({ req_time: compactTime(nowMs), version: '3.0', req_data: data });
        const timestamp = String(Math.floor(nowMs / 1000));
        const nonce = options.random.bytes(NONCE_BYTES).toString('hex');
        const parts = { appId, serialNo: options.merchantSerialNo, timestamp, nonce, body };
        return { headers: { authorization: authorizationHeader(parts, privateKey) }, body };
      },
      distrust: ({ headers, body }) => distrustAnswer(headers, body, platform, clock.now()),
      // Which codes ask to come again is not published; the callers ask once more by themselves.
      busy: () => null,
    },
    {
      send: exchange.send,
      log: options.log,
      connectTimeoutMs: options.connectTimeoutMs ?? 3_000,
      totalTimeoutMs: options.totalTimeoutMs ?? 10_000,
    },
  );

  async function call(path: string, data: Json, repeat?: 'once' | 'repeat'): Promise<Outcome> {
    const outcome = await send(path, { merchant_no: merchantNo, ...data }, repeat);
    if (outcome.kind === 'unknown') return outcome;
    const { code, msg, resp_data } = outcome.json;
    if (typeof code !== 'string') return { kind: 'unknown', message: 'answer without a code' };
    if (code !== OK) return { kind: 'failed', code: code.slice(0, 20), message: String(msg ?? '').slice(0, 200) };
    const answered = asObject(resp_data);
    return answered ? { kind: 'done', data: answered } : { kind: 'unknown', message: 'answer without data' };
  }

  async function query({ merchantOrderNo }: PlacedOrder): Promise<QueryResult> {
    const outcome = await call(`${ORDERS}/query`, { out_order_no: merchantOrderNo });
    if (outcome.kind === 'unknown') return outcome;
    if (outcome.kind === 'done') return queryResultOf(outcome.data, { merchantOrderNo, merchantNo });
    return absentCodes.has(outcome.code) ? { kind: 'absent' } : { kind: 'unknown', message: outcome.code };
  }

  async function close(order: PlacedOrder): Promise<CloseResult> {
    const outcome = await call(`${ORDERS}/close`, { out_order_no: order.merchantOrderNo });
    if (outcome.kind === 'unknown') return outcome;
    if (outcome.kind === 'done' && outcome.data.out_order_no === order.merchantOrderNo) {
      const { order_status: status } = outcome.data;
      if (status === '7' || status === '4') return { kind: 'closed' };
    }
    // Whatever else it says: only the order's own state counts.
    const asked = await query(order);
    switch (asked.kind) {
      case 'paid':
      case 'refunded':
        return { kind: 'paid' };
      case 'closed':
      case 'absent':
        return { kind: asked.kind };
      default:
        return { kind: 'unknown', message: outcome.kind === 'failed' ? outcome.code : 'not closed' };
    }
  }

  /** The number is known there already, from a start whose answer got lost: its cashier's address is not told again. */
  async function afterRefusal(
    order: ProviderOrder,
    refusal: { readonly code: string; readonly message: string },
  ): Promise<CreateResult> {
    const asked = await query(order);
    if (asked.kind === 'absent') return { kind: 'refused', ...refusal };
    if (asked.kind === 'closed') return { kind: 'closed' };
    if (asked.kind === 'unknown') return asked;
    if (asked.kind !== 'unpaid') return { kind: 'already-paid' };
    const closed = await close(order);
    if (closed.kind === 'closed') return { kind: 'closed' };
    return closed.kind === 'paid' ? { kind: 'already-paid' } : { kind: 'unknown', message: 'neither paid nor closed' };
  }

  return {
    code: 'lakala',
    notices: {
      path: '/api/v1/lkl/notify',
      proofHeaders: 'authorization',
      answer: (refusal) => ({
        status: refusal?.status ?? 200,
        contentType: 'application/json; charset=utf-8',
        body: JSON.stringify(
          refusal ? { code: 'FAIL', message: refusal.message } : { code: 'SUCCESS', message: '执行成功' },
        ),
      }),
    },
    browserReturn: { path: '/pay/lakala/return', method: 'GET', merchantOrderNoOf: returnedNumber },
    async create(order) {
      if (order.way.kind !== 'redirect') throw new Error(`Lakala has no way "${order.way.kind}"`);
      const data = {
        out_order_no: order.merchantOrderNo,
        total_amount: order.amountFen,
        order_efficient_time: compactTime(order.expiresAtMs),
        notify_url: order.notifyUrl,
        callback_url: returnAddress(order.way.returnUrl, order.merchantOrderNo),
        support_refund: 1,
        support_repeat_pay: 0,
        order_info: [...order.description].slice(0, TITLE_CHARACTERS).join(''),
      };
      const outcome = await call(`${ORDERS}/special_create`, data, 'once');
      if (outcome.kind === 'unknown') return outcome;
      if (outcome.kind === 'failed') return afterRefusal(order, { code: outcome.code, message: outcome.message });
      const handle = pageAddress(outcome.data.counter_url, options.baseUrl);
      const same = outcome.data.out_order_no === order.merchantOrderNo;
      return same && handle ? { kind: 'created', handle } : { kind: 'unknown', message: 'order without a cashier' };
    },
    query,
    close,
    refundGapMs: 0,
    async refund(request) {
      const outcome = await call(`${REFUNDS}/refund`, {
        term_no: termNo,
        out_trade_no: request.refundNo,
        refund_amount: String(request.refundFen),
        refund_reason: [...request.reason].slice(0, REASON_CHARACTERS).join(''),
        origin_trade_no: request.providerTxn,
        location_info: { request_ip: options.requestIp },
      });
      if (outcome.kind === 'unknown') return outcome;
      if (outcome.kind === 'done') return refundResultOf(outcome.data, { ...request, nowMs: clock.now() });
      if (REFUND_OPEN.has(outcome.code)) return { kind: 'unknown', message: outcome.code };
      return { kind: 'refused', code: outcome.code, message: outcome.message };
    },
    async queryRefund({ refundNo }) {
      const outcome = await call(`${REFUNDS}/refund_query`, { term_no: termNo, out_trade_no: refundNo });
      if (outcome.kind === 'unknown') return outcome;
      if (outcome.kind === 'done') {
        return refundResultOf(outcome.data, { refundNo, refundFen: null, nowMs: clock.now() });
      }
      return absentCodes.has(outcome.code) ? { kind: 'absent' } : { kind: 'unknown', message: outcome.code };
    },
    verifyNotice: async (notice) => readNotice(notice, { merchantNo, platformKeys, nowMs: clock.now() }),
    /** Its reconciliation files are delivered outside of these calls. */
    downloadBill: async () => ({ kind: 'not-offered' }),
    closeConnections: () => exchange.close(),
  };
}
