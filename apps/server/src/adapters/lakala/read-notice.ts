import type { NoticeResult, RawNotice } from '../../ports/payment-provider.ts';
import type { KeyRing } from '../key-ring.ts';
import { asObject, jsonObject } from '../signed-json-call.ts';
import { evidenceOf, isPayment } from './order-answers.ts';
import { distrustNotice, type PlatformKey } from './signature.ts';

/** Verifies a notice over its raw bytes, and checks whose it is and what it tells. */
export function readNotice(
  { headers, body }: RawNotice,
  expected: { readonly merchantNo: string; readonly platformKeys: KeyRing<PlatformKey>; readonly nowMs: number },
): NoticeResult {
  const problem = distrustNotice(headers, body, expected.platformKeys, expected.nowMs);
  if (problem !== null) return refuse(problem);
  const order = jsonObject(body);
  if (!order) return refuse('content');
  if (order.merchant_no !== expected.merchantNo) return refuse('merchant');
  const trade = asObject(order.order_trade_info);
  const { pay_order_no: payOrderNo, order_status: status } = order;
  if (typeof payOrderNo !== 'string' || payOrderNo.length > 64 || typeof status !== 'string' || status.length > 2) {
    return refuse('content');
  }
  // It has no number of its own; an order is paid once, and each of its states is told once.
  const noticeId = `${payOrderNo}-${status}-${String(trade?.trade_no ?? '').slice(0, 32)}`;
  // Refunds and closes are learned by asking: their notices do not carry our number of the refund.
  if (status !== '2') return { kind: 'nothing', noticeId };
  const evidence = trade && isPayment(trade) ? evidenceOf(order, trade) : null;
  return evidence ? { kind: 'paid', noticeId, evidence } : refuse('content');
}

function refuse(reason: string): NoticeResult {
  return { kind: 'refused', reason, probe: false };
}
