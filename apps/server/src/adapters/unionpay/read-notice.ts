import type { NoticeResult, RawNotice } from '../../ports/payment-provider.ts';
import { type Fields, formFields } from '../form-fields.ts';
import { settledRefund } from './refund-answers.ts';
import { evidenceOf } from './transaction.ts';
import type { MessageCheck } from './trusted-signer.ts';

export interface Reader {
  readonly merId: string;
  readonly nowMs: number;
  readonly faultOf: MessageCheck;
}

/** Verifies a notice's certificate and signature over its decoded fields, and checks whose it is and what it tells. */
export function readNotice(notice: RawNotice, { merId, nowMs, faultOf }: Reader): NoticeResult {
  const fields = messageFields(notice.body.toString('latin1'));
  const fault = fields ? faultOf(fields, nowMs) : 'signature';
  if (!fields || fault) return refuse(fault ?? 'signature');
  if (fields.merId !== merId) return refuse('merchant');
  const { queryId: noticeId, orderId } = fields;
  if (!noticeId || noticeId.length > 128 || !orderId) return refuse('content');
  // What has not succeeded is asked about; so is a success with flaws (A6).
  if (fields.respCode !== '00') return { kind: 'nothing', noticeId };
  switch (fields.txnType) {
    case '01': {
      const evidence = evidenceOf(fields);
      return evidence ? { kind: 'paid', noticeId, evidence } : refuse('content');
    }
    case '04': {
      const result = settledRefund(fields);
      return result ? { kind: 'refund', noticeId, refundNo: orderId, result } : refuse('content');
    }
    default:
      return refuse('content');
  }
}

/** Our number in the form that the browser came back with, or null when UnionPay did not sign it for us. */
export function returnedOrderNo(form: string, { merId, nowMs, faultOf }: Reader): string | null {
  const sent = messageFields(form);
  if (!sent) return null;
  // A browser ends the lines of a form's value with CR LF, whatever they ended with when they were signed.
  const fields = [sent, withPlainLineEnds(sent)].find((one) => faultOf(one, nowMs) === null);
  return fields?.merId === merId ? (fields.orderId ?? null) : null;
}

function withPlainLineEnds(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]));
}

/** The form's fields. A plus sign that was sent as it is reads as a space; base64 has none, so it is put back there. */
function messageFields(form: string): Fields | null {
  const fields = formFields(form);
  if (!fields?.signature || !fields.signPubKeyCert) return fields;
  return {
    ...fields,
    signature: fields.signature.replaceAll(' ', '+'),
    signPubKeyCert: fields.signPubKeyCert.replace(/(?<=-----\s)[^-]+(?=-----END)/, (base64) =>
      base64.replaceAll(' ', '+'),
    ),
  };
}

function refuse(reason: string): NoticeResult {
  return { kind: 'refused', reason, probe: false };
}
