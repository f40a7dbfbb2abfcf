import { createPrivateKey, createSecretKey, type KeyObject } from 'node:crypto';
import { beijingDateTime } from '@huimin/domain/date';
import type { Clock, Log, Random } from '../../ports/outside.ts';
import type {
  CloseResult,
  CreateResult,
  PayerApp,
  PlacedOrder,
  ProviderOrder,
  QueryResult,
} from '../../ports/payment-provider.ts';
import type { WechatPay } from '../../ports/wechat-pay.ts';
import type { Charging, CreateSigned, Withholding } from '../../ports/withholding.ts';
import { createExchange } from '../http-exchange.ts';
import { createKeyRing, type KeyRing } from '../key-ring.ts';
import { chargeClosed, chargeQueried, createCharge } from './contract-charge.ts';
import { createHosts } from './hosts.ts';
import { createPlatformKeys, type PlatformCertificate, type PublicKey } from './platform-keys.ts';
import { checkPlatformSignature, isProbe } from './platform-signature.ts';
import { readNotice } from './read-notice.ts';
import { refundResultOf } from './refund-answers.ts';
import { bridgeText, signText } from './request-signature.ts';
import { openResource, type SealedResource } from './sealed-resource.ts';
import { type CallOutcome, createCaller, isNoSuchOrder, type Json, parseJson, type SignedCall } from './signed-call.ts';
import { momentOf, queryResultOf } from './trade.ts';
import { readTradeBill } from './trade-bill.ts';

interface WechatPayOptions {
  /** `https://api.mch.weixin.qq.com` in production. */
  readonly baseUrl: string;
  /** `https://api2.mch.weixin.qq.com`, asked where the first cannot be reached; without one there is no such way. */
  readonly secondUrl?: string;
  readonly appId: string;
  /** Of the mini-program bound to the same merchant number; null without one. */
  readonly miniAppId?: string | null;
  readonly merchantId: string;
  /** Serial number of the merchant's API certificate, upper-case hex. */
  readonly merchantSerialNo: string;
  readonly merchantPrivateKeyPem: string;
  /** 32 characters each; two while the key rotates. */
  readonly apiV3Keys: readonly string[];
  /** Public-key mode: WeChat Pay's public key, the one asked for first, two while it is replaced. None: certificates. */
  readonly publicKeys: readonly PublicKey[];
  /** Certificate mode: also accept platform certificates, fetched from `/v3/certificates`. */
  readonly useCertificates: boolean;
  /** Makes orders whose payer signs a contract along; without it there is no such way. */
  readonly createSigned?: CreateSigned | undefined;
  /** Takes money by contracts signed before; without it there is no such way. */
  readonly charging?: Charging | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly connectTimeoutMs?: number;
  readonly totalTimeoutMs?: number;
  readonly billTimeoutMs?: number;
}

export interface WechatPayAdapter extends WechatPay, Pick<Withholding, 'announce'> {
  /** Ends the kept connections. */
  closeConnections(): void;
}

const KEY_BYTES = 32;
const CERTIFICATE_BYTES = 1024 * 1024;
const MOST_CERTIFICATE_SENDS = 3;
const DESCRIPTION_CHARACTERS = 127;

/** WeChat Pay API v3. Throws at once when keys are missing or malformed. */
export function createWechatPay(options: WechatPayOptions): WechatPayAdapter {
  const { clock, random, log, appId, merchantId } = options;
  if (options.apiV3Keys.some((key) => Buffer.byteLength(key) !== KEY_BYTES)) {
    throw new Error('every APIv3 key must have 32 characters');
  }
  // As objects: made from text anew, a key costs several times what it opens.
  const secretKeys = options.apiV3Keys.map((key) => createSecretKey(key, 'utf8'));
  const apiV3Keys = createKeyRing(secretKeys, { setting: 'WXPAY_API_V3_KEY', log });
  if (options.publicKeys.length === 0 && !options.useCertificates) {
    throw new Error('WeChat Pay needs its public key or platform certificates to verify answers');
  }
  const privateKey = createPrivateKey(options.merchantPrivateKeyPem);
  const exchange = createExchange();
  const caller = createCaller({
    hosts: createHosts([options.baseUrl, ...(options.secondUrl === undefined ? [] : [options.secondUrl])], clock),
    merchant: { merchantId, serialNo: options.merchantSerialNo, privateKey },
    send: exchange.send,
    clock,
    random,
    log,
    connectTimeoutMs: options.connectTimeoutMs ?? 3_000,
    totalTimeoutMs: options.totalTimeoutMs ?? 10_000,
  });
  const keys = createPlatformKeys({
    clock,
    log,
    publicKeys: options.publicKeys,
    fetchCertificates: options.useCertificates ? () => fetchCertificates() : null,
  });
  const merchant = { merchantId, appId, miniAppId: options.miniAppId ?? null };
  const appIdOf = (app: PayerApp | undefined): string => {
    if (app === undefined) return appId;
    if (merchant.miniAppId === null) throw new Error('no mini-program is bound to the merchant');
    return merchant.miniAppId;
  };
  const merchantOf = ({ way }: ProviderOrder) => ({
    merchantId,
    appId: appIdOf(way.kind === 'jsapi' ? way.app : undefined),
  });
  const call = (request: SignedCall): Promise<CallOutcome> => caller.call(request, keys, keys.requestedSerial);
  const tradePath = (merchantOrderNo: string): string =>
    `/v3/pay/transactions/out-trade-no/${encodeURIComponent(merchantOrderNo)}`;

  /** The list's own content is authentic by its encryption; its signature is then checked with the key inside. */
  async function fetchCertificates(sends = 1): Promise<readonly PlatformCertificate[]> {
    const request: SignedCall = { method: 'GET', path: '/v3/certificates' };
    const answer = await caller.sendUnverified(request, CERTIFICATE_BYTES, options.totalTimeoutMs ?? 10_000);
    // A wrong signature sent on purpose: without the list nothing else could be verified until the next try.
    if (isProbe(answer.headers) && sends < MOST_CERTIFICATE_SENDS) return fetchCertificates(sends + 1);
    const entries = answer.status === 200 ? parseJson(answer.body)?.data : null;
    if (!Array.isArray(entries)) throw new Error(`certificate list: HTTP ${answer.status}`);
    const certificates = entries.map((entry: unknown) => openCertificate(entry, apiV3Keys));
    const fetched = createPlatformKeys({
      clock,
      log,
      publicKeys: options.publicKeys,
      fetchCertificates: () => Promise.resolve(certificates),
    });
    const check = await checkPlatformSignature(answer.headers, answer.body, fetched, clock.now());
    if (!check.ok) throw new Error(`certificate list refused: ${check.reason}`);
    return certificates;
  }

  async function query({ merchantOrderNo, byContract }: PlacedOrder): Promise<QueryResult> {
    if (byContract && options.charging) return chargeQueried(await options.charging.queryCharge(merchantOrderNo));
    const outcome = await call({ method: 'GET', path: `${tradePath(merchantOrderNo)}?mchid=${merchantId}` });
    if (outcome.kind === 'unknown') return outcome;
    if (outcome.kind === 'done') return queryResultOf(outcome.json, merchantOrderNo, merchant);
    if (outcome.status === 404 && isNoSuchOrder(outcome.code)) return { kind: 'absent' };
    const setting = outcome.status === 401 ? { setting: outcome.code } : {};
    return { kind: 'unknown', message: `${outcome.status} ${outcome.code}`, ...setting };
  }

  return {
    code: 'wechat-pay',
    notices: {
      path: '/api/wxpay/notify',
      proofHeaders: 'wechatpay-',
      answer: (refusal) =>
        refusal
          ? {
              status: refusal.status,
              contentType: 'application/json; charset=utf-8',
              body: JSON.stringify({ code: 'FAIL', message: refusal.message }),
            }
          : { status: 204, contentType: null, body: '' },
    },
    async create(order) {
      if (order.way.kind === 'deduct' && options.charging) return createCharge(options.charging, order, order.way);
      if (order.way.kind === 'sign' && options.createSigned) return options.createSigned(order);
      if (order.way.kind !== 'jsapi' && order.way.kind !== 'h5') {
        throw new Error(`WeChat Pay has no way "${order.way.kind}"`);
      }
      const path = order.way.kind === 'jsapi' ? '/v3/pay/transactions/jsapi' : '/v3/pay/transactions/h5';
      const outcome = await call({ method: 'POST', path, body: orderBody(order, merchantOf(order)) });
      if (outcome.kind === 'unknown') return outcome;
      if (outcome.kind === 'error') return createRefusal(outcome);
      const handle = order.way.kind === 'jsapi' ? outcome.json.prepay_id : outcome.json.h5_url;
      if (typeof handle !== 'string' || handle === '') return { kind: 'unknown', message: 'answer without a handle' };
      if (order.way.kind === 'jsapi') return { kind: 'created', handle };
      return { kind: 'created', handle: `${handle}&redirect_url=${encodeURIComponent(order.way.returnUrl)}` };
    },
    query,
    async close({ merchantOrderNo, byContract }): Promise<CloseResult> {
      if (byContract && options.charging) return chargeClosed(await options.charging.queryCharge(merchantOrderNo));
      const body = { mchid: merchantId };
      const outcome = await call({ method: 'POST', path: `${tradePath(merchantOrderNo)}/close`, body });
      if (outcome.kind === 'unknown') return outcome;
      if (outcome.kind === 'done') return { kind: 'closed' };
      if (isPaid(outcome.code)) return { kind: 'paid' };
      if (outcome.code === 'ORDER_CLOSED') return { kind: 'closed' };
      if (outcome.status === 404 && isNoSuchOrder(outcome.code)) return { kind: 'absent' };
      return { kind: 'unknown', message: `${outcome.status} ${outcome.code}` };
    },
    // One refund of a payment per minute; some seconds more, for clocks that differ.
    refundGapMs: 65_000,
    async refund(request) {
      const outcome = await call({
        method: 'POST',
        path: '/v3/refund/domestic/refunds',
        body: {
          out_trade_no: request.merchantOrderNo,
          out_refund_no: request.refundNo,
          reason: request.reason.slice(0, 80),
          notify_url: request.notifyUrl,
          amount: { refund: request.refundFen, total: request.totalFen, currency: 'CNY' },
        },
      });
      return refundResultOf(outcome, request.refundNo, 'refund');
    },
    async queryRefund({ refundNo }) {
      const path = `/v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`;
      return refundResultOf(await call({ method: 'GET', path }), refundNo, 'query');
    },
    verifyNotice: (notice) => readNotice(notice, { merchant, apiV3Keys, keys, nowMs: clock.now() }),
    async downloadBill(day) {
      const path = `/v3/bill/tradebill?bill_date=${encodeURIComponent(day)}&bill_type=ALL&tar_type=GZIP`;
      return readTradeBill(day, await call({ method: 'GET', path }), caller, options.billTimeoutMs ?? 30_000);
    },
    signBridge(prepayId, nonce, timestampSeconds, app) {
      const signedFor = appIdOf(app);
      return {
        appId: signedFor,
        timeStamp: String(timestampSeconds),
        nonceStr: nonce,
        package: `prepay_id=${prepayId}`,
        signType: 'RSA',
        paySign: signText(bridgeText({ appId: signedFor, timestampSeconds, nonce, prepayId }), privateKey),
      };
    },
    async announce(contractId, amountFen) {
      const outcome = await call({
        method: 'POST',
        path: `/v3/papay/contracts/${encodeURIComponent(contractId)}/notify`,
        body: { mchid: merchantId, appid: appId, estimated_amount: { amount: amountFen, currency: 'CNY' } },
      });
      if (outcome.kind === 'done') return { kind: 'announced' };
      if (outcome.kind === 'unknown') return outcome;
      const { status, code, message } = outcome;
      const passing = status >= 500 || status === 429 || status === 401;
      return passing ? { kind: 'unknown', message: `${status} ${code}` } : { kind: 'refused', code, message };
    },
    closeConnections: () => exchange.close(),
  };
}

/** The body of an order call. The same order gives the same bytes, so that it may be sent again. */
function orderBody(order: ProviderOrder, merchant: { merchantId: string; appId: string }): Json {
  const { way } = order;
  return {
    appid: merchant.appId,
    mchid: merchant.merchantId,
    description: [...order.description].slice(0, DESCRIPTION_CHARACTERS).join(''),
    out_trade_no: order.merchantOrderNo,
    time_expire: `${beijingDateTime(order.expiresAtMs).replace(' ', 'T')}+08:00`,
    notify_url: order.notifyUrl,
    amount: { total: order.amountFen, currency: 'CNY' },
    ...(way.kind === 'jsapi' ? { payer: { openid: way.openId } } : {}),
    scene_info: {
      payer_client_ip: order.clientAddress,
      ...(way.kind === 'h5' ? { h5_info: { type: way.clientSystem } } : {}),
    },
  };
}

function createRefusal(error: { status: number; code: string; message: string }): CreateResult {
  const { status, code, message } = error;
  if (isPaid(code)) return { kind: 'already-paid' };
  if (code === 'ORDER_CLOSED') return { kind: 'closed' };
  // The one 5xx that says what is wrong for good.
  if (code === 'OPENID_MISMATCH') return { kind: 'refused', code, message };
  const unclear = { kind: 'unknown', message: `${status} ${code}` } as const;
  if (status === 429) return { ...unclear, tooOften: true };
  if (status === 401) return { ...unclear, setting: code };
  return status >= 500 ? unclear : { kind: 'refused', code, message };
}

function isPaid(code: string): boolean {
  return code === 'ORDERPAID' || code === 'ORDER_PAID';
}

function openCertificate(entry: unknown, apiV3Keys: KeyRing<KeyObject>): PlatformCertificate {
  const fields = entry as Json & { encrypt_certificate?: SealedResource };
  const certificatePem = openResource(fields.encrypt_certificate, apiV3Keys);
  const effectiveAtMs = momentOf(fields.effective_time);
  const expiresAtMs = momentOf(fields.expire_time);
  const serialNo = fields.serial_no;
  if (!certificatePem || effectiveAtMs === null || expiresAtMs === null || typeof serialNo !== 'string') {
    throw new Error('certificate list with an entry that cannot be opened');
  }
  return { serialNo, certificatePem, effectiveAtMs, expiresAtMs };
}
