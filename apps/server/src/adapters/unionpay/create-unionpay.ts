import { createPrivateKey } from 'node:crypto';
import type { Clock, Log } from '../../ports/outside.ts';
import type {
  CashierForm,
  PaymentProvider,
  PlacedOrder,
  PlacedRefund,
  ProviderOrder,
  QueryResult,
  RefundResult,
} from '../../ports/payment-provider.ts';
import type { Fields } from '../form-fields.ts';
import { createExchange } from '../http-exchange.ts';
import { createGateway } from './gateway.ts';
import { type Reader, readNotice, returnedOrderNo } from './read-notice.ts';
import { refundQueryResultOf, refundResultOf } from './refund-answers.ts';
import { readSettlementFile } from './settlement-file.ts';
import { queryResultOf } from './transaction.ts';
import { createMessageCheck } from './trusted-signer.ts';
import { wireTime } from './wire-values.ts';

export interface UnionpayOptions {
  /** `https://gateway.95516.com` in production. */
  readonly baseUrl: string;
  /** Of the file service: `https://filedownload.95516.com/` in production. */
  readonly fileUrl: string;
  /** 15 digits. */
  readonly merId: string;
  /** Serial number of the merchant's signing certificate, in decimal. */
  readonly certId: string;
  readonly merchantPrivateKeyPem: string;
  /** UnionPay's root and middle certificates, one PEM after the other. */
  readonly trustedCertificatesPem: string;
  /** Who must have signed, as the signer's certificate names it: 中国银联股份有限公司 in production. */
  readonly signerOrganisation: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly connectTimeoutMs?: number;
  readonly totalTimeoutMs?: number;
  readonly fileTimeoutMs?: number;
}

export interface UnionpayAdapter extends PaymentProvider {
  /** Ends the kept connections. */
  closeConnections(): void;
}

/** Where the browser comes back to, below the site’s address. */
const RETURN_PATH = '/pay/unionpay/return';

/** A transaction goes by its number and time together, and is taken only close to that time; given up well before. */
const TIME_USABLE_MS = 5 * 60_000;
const MAX_ADDRESS_LENGTH = 256;
const COMMODITY_CHARACTERS = 60;

const PRODUCT = { bizType: '000201', channelType: '08', currencyCode: '156' };
const QUERY = { txnType: '00', txnSubType: '00', bizType: '000000' };

/** UnionPay's full-channel gateway 5.1.0, paid in the phone's browser. Throws at once when a key is malformed. */
export function createUnionpay(options: UnionpayOptions): UnionpayAdapter {
  const { clock, log, merId } = options;
  const faultOf = createMessageCheck({
    certificatesPem: options.trustedCertificatesPem,
    organisation: options.signerOrganisation,
  });
  const exchange = createExchange();
  const gateway = createGateway({
    baseUrl: options.baseUrl,
    fileUrl: options.fileUrl,
    merId,
    certId: options.certId,
    privateKey: createPrivateKey(options.merchantPrivateKeyPem),
    faultOf,
    send: exchange.send,
    clock,
    log,
    connectTimeoutMs: options.connectTimeoutMs ?? 3_000,
    totalTimeoutMs: options.totalTimeoutMs ?? 10_000,
    fileTimeoutMs: options.fileTimeoutMs ?? 30_000,
  });
  const reader = (): Reader => ({ merId, faultOf, nowMs: clock.now() });
  const isUsable = (atMs: number): boolean => clock.now() - atMs < TIME_USABLE_MS;

  async function query({ merchantOrderNo, placedAtMs }: PlacedOrder): Promise<QueryResult> {
    const asked = { orderId: merchantOrderNo, txnTime: wireTime(placedAtMs), more: QUERY };
    return queryResultOf(await gateway.query(asked));
  }

  async function queryRefund({ refundNo, requestedAtMs }: PlacedRefund): Promise<RefundResult> {
    const asked = { orderId: refundNo, txnTime: wireTime(requestedAtMs), more: QUERY };
    return refundQueryResultOf(await gateway.query(asked), isUsable(requestedAtMs));
  }

  return {
    code: 'unionpay',
    notices: {
      path: '/api/unionpay/notify',
      proofHeaders: null,
      // Any 200 is an answer; after anything else the notice comes again.
      answer: (refusal) => ({
        status: refusal?.status ?? 200,
        contentType: 'text/plain; charset=utf-8',
        body: refusal ? 'refused' : 'ok',
      }),
    },
    browserReturn: {
      path: RETURN_PATH,
      method: 'POST',
      merchantOrderNoOf: (sent) => returnedOrderNo(sent, reader()),
    },
    /** Asks nobody: the form alone is the order, until the payer submits on the page that it opens. */
    async create(order) {
      if (order.way.kind !== 'redirect') throw new Error(`UnionPay has no way "${order.way.kind}"`);
      if (!isUsable(order.placedAtMs)) return { kind: 'outdated' };
      const form: CashierForm = gateway.frontForm({
        orderId: order.merchantOrderNo,
        txnTime: wireTime(order.placedAtMs),
        more: pageFields(order, order.way),
      });
      return { kind: 'created', handle: JSON.stringify(form) };
    },
    query,
    /** There is no such call. What the payer has submitted has to end first; anything else stays payable until `payTimeout`. */
    async close(order) {
      const asked = await query(order);
      if (asked.kind === 'paid') return { kind: 'paid' };
      return asked.kind === 'unknown' ? asked : { kind: 'absent' };
    },
    refundGapMs: 0,
    async refund(request) {
      // Sent before without a clear answer, and too old to be sent so again: only what the gateway knows of it counts.
      if (!isUsable(request.requestedAtMs)) return queryRefund(request);
      const outcome = await gateway.back({
        orderId: request.refundNo,
        txnTime: wireTime(request.requestedAtMs),
        more: {
          ...PRODUCT,
          txnType: '04',
          txnSubType: '00',
          txnAmt: String(request.refundFen),
          origQryId: request.providerTxn,
          backUrl: request.notifyUrl,
        },
      });
      return refundResultOf(outcome) ?? queryRefund(request);
    },
    queryRefund,
    verifyNotice: async (notice) => readNotice(notice, reader()),
    downloadBill: (day) => readSettlementFile(day, { gateway, merId, nowMs: clock.now() }),
    closeConnections: () => exchange.close(),
  };
}

function pageFields(order: ProviderOrder, way: { readonly returnUrl: string; readonly quitUrl: string }): Fields {
  const commodity = [...order.description.replace(/[{}&=\s]/g, ' ')].slice(0, COMMODITY_CHARACTERS).join('');
  return {
    ...PRODUCT,
    txnType: '01',
    txnSubType: '01',
    txnAmt: String(order.amountFen),
    frontUrl: way.returnUrl,
    // Without it the payer who gives up comes back over `frontUrl` as well.
    ...(way.quitUrl.length <= MAX_ADDRESS_LENGTH ? { frontFailUrl: way.quitUrl } : {}),
    backUrl: order.notifyUrl,
    payTimeout: wireTime(order.expiresAtMs),
    riskRateInfo: `{commodityName=${commodity}}`,
  };
}
