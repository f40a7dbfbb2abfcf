import type { Clock, Log, Random } from '../../ports/outside.ts';
import type { PaymentProvider } from '../../ports/payment-provider.ts';
import { compactTime } from '../compact-time.ts';
import { createExchange } from '../http-exchange.ts';
import { createKeyRing } from '../key-ring.ts';
import { asObject, createJsonCall, type Json, type JsonOutcome, pageAddress } from '../signed-json-call.ts';
import { returnAddress, returnedNumber } from '../unsigned-return.ts';
import { queryResultOf, refundResultOf } from './order-answers.ts';
import { readNotice } from './read-notice.ts';
import { type Channel, distrust, sign } from './signature.ts';

export interface RbOptions {
  readonly baseUrl: string;
  readonly channelCode: string;
  /** The first signs; two while it is replaced. */
  readonly secrets: readonly string[];
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly connectTimeoutMs?: number;
  readonly totalTimeoutMs?: number;
}

export interface RbAdapter extends PaymentProvider {
  /** Ends the kept connections. */
  closeConnections(): void;
}

type Outcome =
  | { readonly kind: 'done'; readonly data: Json }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | Extract<JsonOutcome, { kind: 'unknown' }>;

/** Codes of profile RB-1. */
const OK = '0';
const ABSENT = '2001';
const CLOSED = '2002';
const PAID = '2003';
const REFUND_ABSENT = '3001';
const BUSY = '9001';
const TOO_OFTEN = '9002';
const SUBJECT_CHARACTERS = 64;
const NONCE_BYTES = 8;

/** The insurer's own cashier, profile RB-1. Throws at once without a secret. */
export function createRb(options: RbOptions): RbAdapter {
  const { channelCode, clock } = options;
  const secrets = createKeyRing(options.secrets, { setting: 'RB_SECRET', log: options.log });
  const channel: Channel = { channelCode, secrets };
  const exchange = createExchange();

  const send = createJsonCall(
    {
      provider: 'rb',
      baseUrl: options.baseUrl,
      compose(data) {
        const timestamp = String(Math.floor(clock.now() / 1000));
        const nonce = options.random.bytes(NONCE_BYTES).toString('hex');
        const body = JSON.stringify({ channelCode, ...data, timestamp, nonce });
        const headers = {
          'x-rb-channel': channelCode,
          'x-rb-timestamp': timestamp,
          'x-rb-nonce': nonce,
          'x-rb-sign': sign(secrets.inUse, timestamp, nonce, body),
        };
        return { headers, body };
      },
      distrust: ({ headers, body }) => distrust(headers, body, channel, clock.now()),
      busy: ({ code }) => (code === BUSY ? 'again' : code === TOO_OFTEN ? 'too-often' : null),
    },
    {
      send: exchange.send,
      log: options.log,
      connectTimeoutMs: options.connectTimeoutMs ?? 3_000,
      totalTimeoutMs: options.totalTimeoutMs ?? 10_000,
    },
  );

  async function call(name: string, data: Json): Promise<Outcome> {
    const outcome = await send(`/gateway/pay/${name}`, data);
    if (outcome.kind === 'unknown') return outcome;
    const { code, message, data: answered } = outcome.json;
    if (typeof code !== 'string') return { kind: 'unknown', message: 'answer without a code' };
    if (code !== OK) return { kind: 'failed', code: code.slice(0, 20), message: String(message ?? '').slice(0, 200) };
    const fields = asObject(answered);
    return fields ? { kind: 'done', data: fields } : { kind: 'unknown', message: 'answer without data' };
  }

  return {
    code: 'rb',
    notices: {
      path: '/api/rb/v1/notify',
      proofHeaders: 'x-rb-',
      // Exactly these seven letters; after anything else the notice comes again.
      answer: (refusal) => ({
        status: refusal?.status ?? 200,
        contentType: 'text/plain; charset=utf-8',
        body: refusal ? 'FAIL' : 'SUCCESS',
      }),
    },
    browserReturn: { path: '/pay/rb/return', method: 'GET', merchantOrderNoOf: returnedNumber },
    async create(order) {
      if (order.way.kind !== 'redirect') throw new Error(`RB-1 has no way "${order.way.kind}"`);
      const outcome = await call('getPayUrl', {
        outTradeNo: order.merchantOrderNo,
        amount: order.amountFen,
        subject: [...order.description].slice(0, SUBJECT_CHARACTERS).join(''),
        notifyUrl: order.notifyUrl,
        returnUrl: returnAddress(order.way.returnUrl, order.merchantOrderNo),
        expireTime: compactTime(order.expiresAtMs),
      });
      if (outcome.kind === 'unknown') return outcome;
      if (outcome.kind === 'failed') {
        if (outcome.code === PAID) return { kind: 'already-paid' };
        if (outcome.code === CLOSED) return { kind: 'closed' };
        return { kind: 'refused', code: outcome.code, message: outcome.message };
      }
      const handle = pageAddress(outcome.data.payUrl, options.baseUrl);
      return handle ? { kind: 'created', handle } : { kind: 'unknown', message: 'order without a cashier' };
    },
    async query({ merchantOrderNo }) {
      const outcome = await call('query', { outTradeNo: merchantOrderNo });
      if (outcome.kind === 'unknown') return outcome;
      if (outcome.kind === 'done') return queryResultOf(outcome.data, merchantOrderNo);
      return outcome.code === ABSENT ? { kind: 'absent' } : { kind: 'unknown', message: outcome.code };
    },
    async close({ merchantOrderNo }) {
      const outcome = await call('close', { outTradeNo: merchantOrderNo });
      if (outcome.kind === 'unknown') return outcome;
      if (outcome.kind === 'done') {
        const closed = outcome.data.outTradeNo === merchantOrderNo && outcome.data.status === 'CLOSED';
        return closed ? { kind: 'closed' } : { kind: 'unknown', message: 'not closed' };
      }
      if (outcome.code === ABSENT) return { kind: 'absent' };
      return outcome.code === PAID ? { kind: 'paid' } : { kind: 'unknown', message: outcome.code };
    },
    refundGapMs: 0,
    async refund({ merchantOrderNo, refundNo, refundFen }) {
      const outcome = await call('refund', { outTradeNo: merchantOrderNo, refundNo, refundAmount: refundFen });
      if (outcome.kind === 'unknown') return outcome;
      if (outcome.kind === 'failed') return { kind: 'refused', code: outcome.code, message: outcome.message };
      if (outcome.data.refundAmount !== refundFen) return { kind: 'unknown', message: 'answer for another amount' };
      return refundResultOf(outcome.data, { refundNo, nowMs: clock.now() });
    },
    async queryRefund({ merchantOrderNo, refundNo }) {
      const outcome = await call('refundQuery', { outTradeNo: merchantOrderNo, refundNo });
      if (outcome.kind === 'unknown') return outcome;
      if (outcome.kind === 'done') return refundResultOf(outcome.data, { refundNo, nowMs: clock.now() });
      return outcome.code === REFUND_ABSENT ? { kind: 'absent' } : { kind: 'unknown', message: outcome.code };
    },
    verifyNotice: async (notice) => readNotice(notice, channel, clock.now()),
    /** The profile has no bill. */
    downloadBill: async () => ({ kind: 'not-offered' }),
    closeConnections: () => exchange.close(),
  };
}
