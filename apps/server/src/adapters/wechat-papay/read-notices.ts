import type { NoticeResult, PaidEvidence, RawNotice } from '../../ports/payment-provider.ts';
import type { ContractNotice } from '../../ports/withholding.ts';
import type { KeyRing } from '../key-ring.ts';
import { endedState, signedState } from './contract-state.ts';
import { isSigned } from './v2-signature.ts';
import { fenOf, momentOf } from './wire-values.ts';
import { type Fields, readXml } from './xml.ts';

export interface NoticeOwner {
  readonly appId: string;
  readonly merchantId: string;
  readonly planId: string;
  readonly apiV2Keys: KeyRing<string>;
}

const CONTRACT_CODE = /^[0-9A-Za-z]{1,32}$/;
const NUMBER = /^[0-9A-Za-z]{1,32}$/;
/** Paid with a contract, and charged by one. */
const TRADE_TYPES = new Set(['JSAPI', 'PAP']);

/** What a notice says of a contract. It names no application, only merchant and plan. */
export function readContractNotice(notice: RawNotice, owner: NoticeOwner): ContractNotice {
  const fields = signedFields(notice, owner);
  if (!fields) return { kind: 'refused', reason: 'signature' };
  if (fields.mch_id !== owner.merchantId) return { kind: 'refused', reason: 'merchant' };
  const { contract_code: contractCode = '', change_type: change = '' } = fields;
  if (fields.plan_id !== owner.planId || !CONTRACT_CODE.test(contractCode) || fields.result_code === 'FAIL') {
    return { kind: 'refused', reason: 'content' };
  }
  const read = { ADD: signedState, DELETE: endedState }[change];
  const state = read?.(fields, fields.operate_time);
  if (!state) return { kind: 'refused', reason: 'content' };
  return { kind: 'contract', noticeId: `${change}-${state.contractId}`, contractCode, state };
}

/** What a notice says of money. A charge that failed says nothing about money. */
export function readPaymentNotice(notice: RawNotice, owner: NoticeOwner): NoticeResult {
  const fields = signedFields(notice, owner);
  if (!fields) return refuse('signature');
  if (fields.mch_id !== owner.merchantId) return refuse('merchant');
  if (fields.appid !== owner.appId) return refuse('app');
  // A charge's notice names the trade's state beside the result of telling of it; only both together are money.
  const isPaid = fields.result_code === 'SUCCESS' && (fields.trade_state || 'SUCCESS') === 'SUCCESS';
  if (!isPaid) {
    const { out_trade_no: number = '' } = fields;
    return NUMBER.test(number) ? { kind: 'nothing', noticeId: `v2-failed-${number}` } : refuse('content');
  }
  const evidence = evidenceOf(fields);
  return typeof evidence === 'string'
    ? refuse(evidence)
    : { kind: 'paid', noticeId: `v2-${evidence.providerTxn}`, evidence };
}

/** The evidence in a paid trade's fields, or what is wrong with them. */
export function evidenceOf(fields: Fields): PaidEvidence | 'trade-type' | 'content' {
  if (!TRADE_TYPES.has(fields.trade_type ?? '')) return 'trade-type';
  const { out_trade_no: merchantOrderNo = '', transaction_id: providerTxn = '' } = fields;
  const amountFen = fenOf(fields.total_fee);
  const paidAtMs = momentOf(fields.time_end);
  if (!NUMBER.test(merchantOrderNo) || !NUMBER.test(providerTxn)) return 'content';
  if (amountFen === null || paidAtMs === null) return 'content';
  return {
    merchantOrderNo,
    providerTxn,
    amountFen,
    currency: fields.fee_type || 'CNY',
    paidAtMs,
    payerId: fields.openid || null,
  };
}

function signedFields({ body }: RawNotice, { apiV2Keys }: NoticeOwner): Fields | null {
  const fields = readXml(body);
  if (fields?.return_code !== 'SUCCESS') return null;
  return apiV2Keys.fits((key) => isSigned(fields, key)) ? fields : null;
}

function refuse(reason: string): NoticeResult {
  return { kind: 'refused', reason, probe: false };
}
