import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { Clock, Log } from '../../ports/outside.ts';
import type { PaymentProvider, PlacedOrder, ProviderOrder, QueryResult } from '../../ports/payment-provider.ts';
import { createExchange } from '../http-exchange.ts';
import { createKeyRing } from '../key-ring.ts';
import { createGateway, type Json } from './gateway.ts';
import { readNotice, returnedOrderNo } from './read-notice.ts';
import { refundQueryResultOf, refundResultOf } from './refund-answers.ts';
import { queryResultOf } from './trade.ts';
import { readTradeBill } from './trade-bill.ts';
import { wireTime, yuanOf } from './wire-values.ts';

export interface AlipayOptions {
  /** `https://openapi.alipay.com/gateway.do` in production. */
  readonly gateway: string;
  readonly appId: string;
  readonly appPrivateKeyPem: string;
  /** The one in use first; two while it is replaced. */
  readonly alipayPublicKeyPems: readonly string[];
  /** The account that receives the money, `2088…`. */
  readonly sellerId: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly connectTimeoutMs?: number;
  readonly totalTimeoutMs?: number;
  readonly billTimeoutMs?: number;
}

export interface AlipayAdapter extends PaymentProvider {
  /** Ends the kept connections. */
  closeConnections(): void;
}

/** Where the browser comes back to, below the site’s address. */
const RETURN_PATH = '/pay/alipay/return';

const SUBJECT_CHARACTERS = 256;
const REASON_CHARACTERS = 256;

/** Alipay's mobile web payment (RSA2, public-key mode). Throws at once when a key is malformed. */
export function createAlipay(options: AlipayOptions): AlipayAdapter {
  const { clock, log } = options;
  const owner = { appId: options.appId, sellerId: options.sellerId };
  const told = { setting: 'ALIPAY_PUBLIC_KEY', log };
  const alipayKeys = createKeyRing(
    options.alipayPublicKeyPems.map((pem) => createPublicKey(pem)),
    told,
  );
  const exchange = createExchange();
  const connectTimeoutMs = options.connectTimeoutMs ?? 3_000;
  const gateway = createGateway({
    gateway: options.gateway,
    appId: options.appId,
    privateKey: createPrivateKey(options.appPrivateKeyPem),
    alipayKeys,
    send: exchange.send,
    clock,
    log,
    connectTimeoutMs,
    totalTimeoutMs: options.totalTimeoutMs ?? 10_000,
  });

  async function query({ merchantOrderNo }: PlacedOrder): Promise<QueryResult> {
    const outcome = await gateway.call('alipay.trade.query', { out_trade_no: merchantOrderNo });
    if (outcome.kind === 'unknown') return outcome;
    if (outcome.kind === 'done') return queryResultOf(outcome.node, merchantOrderNo);
    // There is no trade before the payer confirms on the cashier's page, which stays open until `time_expire`.
    if (outcome.code === 'ACQ.TRADE_NOT_EXIST') return { kind: 'unpaid' };
    return { kind: 'unknown', message: outcome.code };
  }

  return {
    code: 'alipay',
    notices: {
      path: '/api/alipay/notify',
      proofHeaders: null,
      // Exactly these seven bytes; after anything else the notice comes again.
      answer: (refusal) => ({
        status: refusal?.status ?? 200,
        contentType: 'text/plain; charset=utf-8',
        body: refusal ? 'failure' : 'success',
      }),
    },
    browserReturn: {
      path: RETURN_PATH,
      method: 'GET',
      merchantOrderNoOf: (sent) => returnedOrderNo(sent, owner, alipayKeys),
    },
    /** Asks nobody: the address alone is the order, until the payer confirms there. */
    async create(order) {
      if (order.way.kind !== 'redirect') throw new Error(`Alipay has no way "${order.way.kind}"`);
      const urls = { notify_url: order.notifyUrl, return_url: order.way.returnUrl };
      const content = pageContent(order, order.way.quitUrl);
      return { kind: 'created', handle: gateway.pageUrl('alipay.trade.wap.pay', content, urls) };
    },
    query,
    async close(order) {
      const outcome = await gateway.call('alipay.trade.close', { out_trade_no: order.merchantOrderNo });
      if (outcome.kind === 'unknown') return outcome;
      if (outcome.kind === 'done') return { kind: 'closed' };
      if (outcome.code === 'ACQ.TRADE_NOT_EXIST') return { kind: 'absent' };
      // Not waiting for payment: paid, or closed before. Other refusals say nothing and are asked about as well.
      const asked = await query(order);
      if (asked.kind === 'paid' || asked.kind === 'refunded') return { kind: 'paid' };
      if (asked.kind === 'closed') return { kind: 'closed' };
      return { kind: 'unknown', message: outcome.code };
    },
    refundGapMs: 0,
    async refund(request) {
      const outcome = await gateway.call('alipay.trade.refund', {
        out_trade_no: request.merchantOrderNo,
        refund_amount: yuanOf(request.refundFen),
        out_request_no: request.refundNo,
        refund_reason: [...request.reason].slice(0, REASON_CHARACTERS).join(''),
      });
      return refundResultOf(outcome, request);
    },
    async queryRefund({ refundNo, merchantOrderNo }) {
      const outcome = await gateway.call('alipay.trade.fastpay.refund.query', {
        out_trade_no: merchantOrderNo,
        out_request_no: refundNo,
        query_options: ['gmt_refund_pay'],
      });
      return refundQueryResultOf(outcome, { merchantOrderNo, refundNo, nowMs: clock.now() });
    },
    verifyNotice: async (notice) => readNotice(notice, owner, alipayKeys),
    downloadBill: (day) =>
      readTradeBill(day, {
        gateway,
        gatewayAddress: options.gateway,
        send: exchange.send,
        nowMs: clock.now(),
        connectTimeoutMs,
        totalTimeoutMs: options.billTimeoutMs ?? 30_000,
      }),
    closeConnections: () => exchange.close(),
  };
}

/** A longer one is refused, and the payment with it: better back without what the address had handed on. */
const QUIT_URL_CHARACTERS = 400;

/** The address with the first of its parameters, which says what it is about. */
function bareAddress(address: string): string {
  return address.split('&', 1)[0] ?? address;
}

function pageContent(order: ProviderOrder, quitUrl: string): Json {
  return {
    out_trade_no: order.merchantOrderNo,
    total_amount: yuanOf(order.amountFen),
    subject: [...order.description.replace(/[/=&]/g, ' ')].slice(0, SUBJECT_CHARACTERS).join(''),
    product_code: 'QUICK_WAP_WAY',
    quit_url: quitUrl.length <= QUIT_URL_CHARACTERS ? quitUrl : bareAddress(quitUrl),
    time_expire: wireTime(order.expiresAtMs),
  };
}
