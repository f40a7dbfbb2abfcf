import type { PermissionNotice } from '../../ports/medical-account.ts';
import type { NoticeResult, RawNotice } from '../../ports/payment-provider.ts';
import type { Fields } from './centre-call.ts';
import { type EnvelopeKeys, openEnvelope } from './envelope.ts';
import { evidenceOf } from './payment-answers.ts';
import { refundStateOf } from './refund-answers.ts';
import { momentOf, textOf } from './wire-values.ts';

type Refusal = { readonly kind: 'refused'; readonly reason: string };

/** Verifies a notice about money. `merchantId`: who receives what the accounts pay. */
export function readNotice(notice: RawNotice, keys: EnvelopeKeys, merchantId: string, nowMs: number): NoticeResult {
  const opened = openNotice(notice, keys, nowMs);
  if ('kind' in opened) return { ...opened, probe: false };
  const { noticeId, data } = opened;
  const refuse = (reason: string): NoticeResult => ({ kind: 'refused', reason, probe: false });
  if (data.notifyType === 'REFUND') {
    const refundNo = textOf(data.appRefdSn);
    const result = refundNo === null ? null : refundStateOf(data, refundNo);
    if (refundNo === null || result?.kind === 'unknown' || !result) return refuse('content');
    return { kind: 'refund', noticeId, refundNo, result };
  }
  if (data.notifyType !== 'PAY') return refuse('event-type');
  if (data.psnAcctMerchantId !== merchantId) return refuse('merchant');
  if (data.tradeStatus !== 'SUCCESS') {
    return data.tradeStatus === 'FAIL' || data.tradeStatus === 'CLOSED'
      ? { kind: 'nothing', noticeId }
      : refuse('content');
  }
  const evidence = evidenceOf(data);
  return evidence ? { kind: 'paid', noticeId, evidence } : refuse('content');
}

/** Verifies a notice about a permission to pay. */
export function readPermissionNotice(notice: RawNotice, keys: EnvelopeKeys, nowMs: number): PermissionNotice {
  const opened = openNotice(notice, keys, nowMs);
  if ('kind' in opened) return opened;
  const { noticeId, data } = opened;
  if (data.notifyType !== 'AUTH') return { kind: 'refused', reason: 'event-type' };
  const askNo = textOf(data.outAuthNo);
  if (askNo === null) return { kind: 'refused', reason: 'content' };
  if (data.result === 'CANCEL') return { kind: 'declined', noticeId, askNo };
  const permissionNo = textOf(data.payAuthNo);
  const expiresAtMs = momentOf(data.expireTime);
  if (data.result !== 'OK' || permissionNo === null || expiresAtMs === null) {
    return { kind: 'refused', reason: 'content' };
  }
  return { kind: 'granted', noticeId, askNo, permissionNo, expiresAtMs };
}

function openNotice(
  notice: RawNotice,
  keys: EnvelopeKeys,
  nowMs: number,
): Refusal | { readonly noticeId: string; readonly data: Fields } {
  const opened = openEnvelope(keys, notice.body, nowMs);
  // What is no envelope at all was signed by nobody.
  if (opened.kind === 'refused')
    return { kind: 'refused', reason: opened.reason === 'content' ? 'signature' : opened.reason };
  const noticeId = textOf(opened.data.notifyId);
  return noticeId === null ? { kind: 'refused', reason: 'content' } : { noticeId, data: opened.data };
}
