import type { NoticeResult, RawNotice } from '../../ports/payment-provider.ts';
import { jsonObject } from '../signed-json-call.ts';
import { evidenceOf, refundResultOf } from './order-answers.ts';
import { type Channel, distrust } from './signature.ts';

/** Verifies a notice over its raw bytes, and reads what it tells. */
export function readNotice({ headers, body }: RawNotice, channel: Channel, nowMs: number): NoticeResult {
  const problem = distrust(headers, body, channel, nowMs);
  if (problem !== null) return refuse(problem);
  const content = jsonObject(body);
  const { notifyId: noticeId, type, refundNo } = content ?? {};
  if (!content || typeof noticeId !== 'string' || noticeId === '' || noticeId.length > 64) return refuse('content');
  switch (type) {
    case 'PAY': {
      const evidence = content.status === 'PAID' ? evidenceOf(content) : null;
      return evidence ? { kind: 'paid', noticeId, evidence } : refuse('content');
    }
    case 'REFUND': {
      // Without our number it cannot be told which refund this is; asking will.
      if (typeof refundNo !== 'string' || refundNo.length > 32) return { kind: 'nothing', noticeId };
      const result = refundResultOf(content, { refundNo, nowMs });
      return result.kind === 'unknown' ? refuse('content') : { kind: 'refund', noticeId, refundNo, result };
    }
    default:
      return refuse('content');
  }
}

function refuse(reason: string): NoticeResult {
  return { kind: 'refused', reason, probe: false };
}
