import type { Clock, Log, Random } from '../../ports/outside.ts';
import type { CreateResult, ProviderOrder } from '../../ports/payment-provider.ts';
import type { SignedContract } from '../../ports/signed-contract.ts';
import type {
  ChargeResult,
  ChargeState,
  ContractResult,
  CreateSigned,
  SigningHandle,
  TerminateResult,
  Withholding,
} from '../../ports/withholding.ts';
import { createExchange } from '../http-exchange.ts';
import { createKeyRing } from '../key-ring.ts';
import { endedState, signedState } from './contract-state.ts';
import { type CallOutcome, createPapayCall } from './papay-call.ts';
import { evidenceOf, type NoticeOwner, readContractNotice, readPaymentNotice } from './read-notices.ts';
import { sign } from './v2-signature.ts';
import { compactTime, requestSerial } from './wire-values.ts';
import { type Fields, writeXml } from './xml.ts';

export interface WechatPapayOptions {
  /** `https://api.mch.weixin.qq.com` in production. */
  readonly baseUrl: string;
  /** The same for the payer's browser. */
  readonly pageBase: string;
  readonly appId: string;
  readonly merchantId: string;
  /** 32 characters each, not the APIv3 key. The first signs; two while it is replaced. */
  readonly apiV2Keys: readonly string[];
  /** The plan that the provider has granted; at most 28 digits. */
  readonly planId: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly connectTimeoutMs?: number;
  readonly totalTimeoutMs?: number;
}

/** All but the announcement, which belongs to API v3. */
export interface WechatPapayAdapter extends Omit<Withholding, 'announce'> {
  readonly createSigned: CreateSigned;
  /** Ends the kept connections. */
  closeConnections(): void;
}

const BODY_CHARACTERS = 127;
const REMARK_CHARACTERS = 250;
const NO_CONTRACT = new Set(['CONTRACT_NOT_EXIST', 'CONTRACTNOTEXIST', 'CONTRACT_NOT_EXISTED', 'CONTRACT_EXPIRED']);

/** WeChat Pay's entrusted deduction, version 2 (XML, signed with a shared key). Throws at once for a malformed key. */
export function createWechatPapay(options: WechatPapayOptions): WechatPapayAdapter {
  const { appId, merchantId, planId } = options;
  if (options.apiV2Keys.some((key) => Buffer.byteLength(key) !== 32)) {
    throw new Error('every APIv2 key must have 32 characters');
  }
  const apiV2Keys = createKeyRing(options.apiV2Keys, { setting: 'WXPAY_API_V2_KEY', log: options.log });
  const owner: NoticeOwner = { appId, merchantId, planId, apiV2Keys };
  const exchange = createExchange();
  const call = createPapayCall({
    baseUrl: options.baseUrl,
    appId,
    merchantId,
    apiV2Keys,
    send: exchange.send,
    random: options.random,
    log: options.log,
    connectTimeoutMs: options.connectTimeoutMs ?? 3_000,
    totalTimeoutMs: options.totalTimeoutMs ?? 10_000,
  });
  const byCode = (contractCode: string): Fields => ({ plan_id: planId, contract_code: contractCode, version: '1.0' });

  async function queryContract(contractCode: string): Promise<ContractResult> {
    const outcome = await call('/papay/querycontract', byCode(contractCode));
    return contractResult(outcome, contractCode, planId);
  }

  return {
    planId,
    async createSigned(order) {
      return createResult(await call('/pay/contractorder', orderFields(order, owner), 'HMAC-SHA256'));
    },
    signBridge(prepayId, nonce, timestampSeconds) {
      const fields = {
        appId,
        timeStamp: String(timestampSeconds),
        nonceStr: nonce,
        package: `prepay_id=${prepayId}`,
        signType: 'HMAC-SHA256' as const,
      };
      return { ...fields, paySign: sign(fields, apiV2Keys.inUse, fields.signType) };
    },
    signPageUrl(contract, atMs) {
      const fields: Fields = {
        appid: appId,
        mch_id: merchantId,
        ...contractFields(contract, planId),
        notify_url: contract.noticeUrl,
        request_serial: requestSerial(atMs, contract.contractCode),
        timestamp: String(Math.floor(atMs / 1000)),
        version: '1.0',
        return_web: '1',
      };
      // Signed over the raw values, encoded afterwards.
      const query = Object.entries({ ...fields, sign: sign(fields, apiV2Keys.inUse, 'MD5') })
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join('&');
      return `${options.pageBase}/papay/entrustweb?${query}`;
    },
    queryContract,
    async terminate(contractCode, remark): Promise<TerminateResult> {
      const fields = { ...byCode(contractCode), contract_termination_remark: remark.slice(0, REMARK_CHARACTERS) };
      const outcome = await call('/papay/deletecontract', fields);
      if (outcome.kind === 'done') return { kind: 'ended' };
      if (outcome.kind === 'unknown') return outcome;
      // What the refusal means is asked, not guessed: ended before, or never signed.
      const asked = await queryContract(contractCode);
      if (asked.kind === 'ended' || asked.kind === 'absent') return { kind: asked.kind };
      return { kind: 'unknown', message: outcome.code };
    },
    async charge(charge) {
      const outcome = await call('/pay/pappayapply', {
        body: [...charge.description].slice(0, BODY_CHARACTERS).join(''),
        out_trade_no: charge.merchantOrderNo,
        total_fee: String(charge.amountFen),
        spbill_create_ip: charge.clientAddress,
        notify_url: charge.notifyUrl,
        trade_type: 'PAP',
        contract_id: charge.contractId,
      });
      return chargeResult(outcome);
    },
    async queryCharge(merchantOrderNo) {
      return chargeState(await call('/pay/paporderquery', { out_trade_no: merchantOrderNo }), merchantOrderNo);
    },
    readContractNotice: (notice) => readContractNotice(notice, owner),
    readPaymentNotice: (notice) => readPaymentNotice(notice, owner),
    answerNotice: (refusal) => ({
      status: refusal?.status ?? 200,
      contentType: 'text/xml; charset=utf-8',
      body: writeXml(
        refusal ? { return_code: 'FAIL', return_msg: refusal.message } : { return_code: 'SUCCESS', return_msg: 'OK' },
      ),
    }),
    closeConnections: () => exchange.close(),
  };
}

function contractFields({ contractCode, displayAccount }: SignedContract, planId: string): Fields {
  return { plan_id: planId, contract_code: contractCode, contract_display_account: displayAccount };
}

/** The fields of the order call. The same order gives the same fields, so that it may be sent again. */
function orderFields(order: ProviderOrder, { appId, merchantId, planId }: NoticeOwner): Fields {
  if (order.way.kind !== 'sign') throw new Error(`a contract cannot be signed by way of "${order.way.kind}"`);
  const { openId, contract } = order.way;
  return {
    contract_mchid: merchantId,
    contract_appid: appId,
    out_trade_no: order.merchantOrderNo,
    body: [...order.description].slice(0, BODY_CHARACTERS).join(''),
    notify_url: order.notifyUrl,
    total_fee: String(order.amountFen),
    spbill_create_ip: order.clientAddress,
    time_expire: compactTime(order.expiresAtMs),
    trade_type: 'JSAPI',
    openid: openId,
    ...contractFields(contract, planId),
    request_serial: requestSerial(order.placedAtMs, order.merchantOrderNo),
    contract_notify_url: contract.noticeUrl,
  };
}

/** Payment and contract are two results of one answer: a refused contract does not stop the payment. */
function createResult(outcome: CallOutcome): CreateResult {
  if (outcome.kind === 'unknown') return outcome;
  if (outcome.kind === 'failed') {
    if (outcome.code === 'ORDERPAID') return { kind: 'already-paid' };
    if (outcome.code === 'ORDERCLOSED') return { kind: 'closed' };
    return { kind: 'refused', code: outcome.code, message: outcome.message };
  }
  const { prepay_id: prepayId, contract_result_code: signing } = outcome.fields;
  if (!prepayId) return { kind: 'unknown', message: 'answer without a prepay id' };
  const handle: SigningHandle = { prepayId, signing: signing === 'SUCCESS' };
  return { kind: 'created', handle: JSON.stringify(handle) };
}

function contractResult(outcome: CallOutcome, contractCode: string, planId: string): ContractResult {
  if (outcome.kind === 'unknown') return outcome;
  if (outcome.kind === 'failed') {
    return NO_CONTRACT.has(outcome.code) ? { kind: 'absent' } : { kind: 'unknown', message: outcome.code };
  }
  const { fields } = outcome;
  if (fields.contract_code !== contractCode || fields.plan_id !== planId) {
    return { kind: 'unknown', message: 'answer for another contract' };
  }
  if (fields.contract_state === '0') {
    return signedState(fields, fields.contract_signed_time) ?? { kind: 'unknown', message: 'signed answer with gaps' };
  }
  if (fields.contract_state !== '1') return { kind: 'unknown', message: 'answer with an unknown contract state' };
  // Not signed: never, or not any more.
  if (!fields.contract_terminated_time) return { kind: 'absent' };
  return endedState(fields, fields.contract_terminated_time) ?? { kind: 'unknown', message: 'ended answer with gaps' };
}

function chargeResult(outcome: CallOutcome): ChargeResult {
  if (outcome.kind === 'done') return { kind: 'accepted' };
  if (outcome.kind === 'unknown') return outcome;
  const { code, message } = outcome;
  if (code === 'ORDERPAID') return { kind: 'already-paid' };
  if (NO_CONTRACT.has(code)) return { kind: 'contract-ended' };
  // Taken before: the number is charged once only, and nobody but us has it.
  if (code === 'ORDER_ACCEPTED' || code === 'OUT_TRADE_NO_USED') return { kind: 'accepted' };
  return { kind: 'refused', code, message };
}

function chargeState(outcome: CallOutcome, merchantOrderNo: string): ChargeState {
  if (outcome.kind === 'unknown') return outcome;
  if (outcome.kind === 'failed') {
    return outcome.code === 'ORDERNOTEXIST' ? { kind: 'absent' } : { kind: 'unknown', message: outcome.code };
  }
  const { fields } = outcome;
  if (fields.out_trade_no !== merchantOrderNo) return { kind: 'unknown', message: 'answer for another order' };
  switch (fields.trade_state) {
    case 'SUCCESS':
    case 'REFUND': {
      const evidence = evidenceOf(fields);
      if (typeof evidence === 'string') return { kind: 'unknown', message: `paid answer with wrong ${evidence}` };
      return { kind: fields.trade_state === 'SUCCESS' ? 'paid' : 'refunded', evidence };
    }
    // Taken, and waiting to be charged; written in both ways.
    case 'ACCEPT':
    case 'ACCEPTED':
    case 'NOTPAY':
    case 'USERPAYING':
      return { kind: 'pending' };
    case 'PAYERROR':
    case 'PAY_FAIL':
    case 'CLOSED':
    case 'REVOKED':
      return { kind: 'failed', code: fields.err_code ?? '', message: (fields.trade_state_desc ?? '').slice(0, 200) };
    default:
      return { kind: 'unknown', message: 'answer with an unknown trade state' };
  }
}
