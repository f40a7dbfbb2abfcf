import type { KeyObject } from 'node:crypto';
import type { NoticeResult, RawNotice } from '../../ports/payment-provider.ts';
import type { KeyRing } from '../key-ring.ts';
import { checkPlatformSignature, type PlatformKeySource } from './platform-signature.ts';
import { refundStateOf } from './refund-answers.ts';
import { openResource } from './sealed-resource.ts';
import { type Json, parseJson } from './signed-call.ts';
import { evidenceOf, type Merchant } from './trade.ts';

export interface NoticeReading {
  readonly merchant: Merchant;
  readonly apiV3Keys: KeyRing<KeyObject>;
  readonly keys: PlatformKeySource;
  readonly nowMs: number;
}

/** Verifies a notice's signature over its raw bytes, opens it, and checks whose it is. */
export async function readNotice(notice: RawNotice, reading: NoticeReading): Promise<NoticeResult> {
  const check = await checkPlatformSignature(notice.headers, notice.body, reading.keys, reading.nowMs);
  if (!check.ok) return { kind: 'refused', reason: check.reason, probe: check.probe };
  const refuse = (reason: string): NoticeResult => ({ kind: 'refused', reason, probe: false });
  const envelope = parseJson(notice.body);
  const noticeId = envelope?.id;
  if (!envelope || typeof noticeId !== 'string' || noticeId === '' || noticeId.length > 64) return refuse('content');
  if (envelope.resource_type !== 'encrypt-resource') return refuse('content');
  const opened = openResource(envelope.resource, reading.apiV3Keys);
  if (opened === null) return refuse('decryption');
  const content = parseJson(Buffer.from(opened, 'utf8'));
  if (!content) return refuse('content');
  const event = envelope.event_type;
  if (event === 'TRANSACTION.SUCCESS') return paymentNotice(noticeId, content, reading.merchant);
  if (typeof event === 'string' && event.startsWith('REFUND.')) {
    return refundNotice(noticeId, content, reading.merchant);
  }
  return refuse('event-type');
}

function paymentNotice(noticeId: string, trade: Json, merchant: Merchant): NoticeResult {
  if (trade.trade_state !== 'SUCCESS') return { kind: 'refused', reason: 'content', probe: false };
  const evidence = evidenceOf(trade, merchant);
  if (typeof evidence === 'string') return { kind: 'refused', reason: evidence, probe: false };
  return { kind: 'paid', noticeId, evidence };
}

function refundNotice(noticeId: string, refund: Json, merchant: Merchant): NoticeResult {
  const refundNo = refund.out_refund_no;
  if (refund.mchid !== merchant.merchantId) return { kind: 'refused', reason: 'merchant', probe: false };
  if (typeof refundNo !== 'string' || !/^[0-9A-Za-z_\-|*@]{1,64}$/.test(refundNo)) {
    return { kind: 'refused', reason: 'content', probe: false };
  }
  const result = refundStateOf(refund, refund.refund_status);
  if (result.kind === 'unknown') return { kind: 'refused', reason: 'content', probe: false };
  return { kind: 'refund', noticeId, refundNo, result };
}
