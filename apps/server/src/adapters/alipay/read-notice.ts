import type { KeyObject } from 'node:crypto';
import type { NoticeResult, RawNotice } from '../../ports/payment-provider.ts';
import { type Fields, formFields } from '../form-fields.ts';
import type { KeyRing } from '../key-ring.ts';
import { isSigned, signText } from './rsa2.ts';
import { evidenceOf, type TradeFault } from './trade.ts';
import { fenOf, momentOf } from './wire-values.ts';

export interface Owner {
  readonly appId: string;
  readonly sellerId: string;
}

/** Verifies a notice's signature over its decoded fields, and checks whose it is and what it tells. */
export function readNotice(notice: RawNotice, owner: Owner, alipayKeys: KeyRing<KeyObject>): NoticeResult {
  const fields = signedFields(notice.body.toString('latin1'), alipayKeys);
  if (!fields) return refuse('signature');
  const fault = ownerFault(fields, owner);
  if (fault) return refuse(fault);
  const { notify_id: noticeId } = fields;
  if (!noticeId || noticeId.length > 128 || fields.notify_type !== 'trade_status_sync') return refuse('content');
  // A refund is told with the trade's status too; it is no second payment.
  if (fields.gmt_refund || (fenOf(fields.refund_fee) ?? 0) > 0) return refundNotice(noticeId, fields);
  switch (fields.trade_status) {
    case 'TRADE_SUCCESS':
    case 'TRADE_FINISHED': {
      const evidence = evidenceOf(fields, 'gmt_payment');
      return evidence ? { kind: 'paid', noticeId, evidence } : refuse('content');
    }
    case 'TRADE_CLOSED':
    case 'WAIT_BUYER_PAY':
      return { kind: 'nothing', noticeId };
    default:
      return refuse('content');
  }
}

/** Our number in the query that the browser came back with, or null when Alipay did not sign it for us. */
export function returnedOrderNo(query: string, owner: Owner, alipayKeys: KeyRing<KeyObject>): string | null {
  const fields = signedFields(query, alipayKeys);
  if (!fields) return null;
  return ownerFault(fields, owner) ? null : (fields.out_trade_no ?? null);
}

/** The fields of a form; null unless Alipay signed them. */
function signedFields(form: string, alipayKeys: KeyRing<KeyObject>): Fields | null {
  const fields = formFields(form);
  if (!fields) return null;
  const text = signText(fields, 'message');
  return alipayKeys.fits((key) => isSigned(text, fields.sign, key)) ? fields : null;
}

function refundNotice(noticeId: string, fields: Fields): NoticeResult {
  const settledAtMs = momentOf(fields.gmt_refund);
  const { out_biz_no: refundNo, trade_no: providerRefundNo } = fields;
  if (!refundNo || refundNo.length > 64 || !providerRefundNo || settledAtMs === null) return refuse('content');
  // `refund_fee` is the sum of all refunds of the trade, so it does not say what this one gave back.
  const result = { kind: 'settled', providerRefundNo, settledAtMs, refundFen: null } as const;
  return { kind: 'refund', noticeId, refundNo, result };
}

function ownerFault(fields: Fields, owner: Owner): TradeFault | null {
  if (fields.app_id !== owner.appId) return 'app';
  return fields.seller_id === owner.sellerId ? null : 'merchant';
}

function refuse(reason: string): NoticeResult {
  return { kind: 'refused', reason, probe: false };
}
