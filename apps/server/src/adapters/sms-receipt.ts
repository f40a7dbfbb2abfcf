import type { Receipt } from '../ports/sms-gateway.ts';

/** Codes by which carriers say that there is nobody behind a number. */
const NOBODY = new Set(['MK:0001', 'MN:0001', 'MOBILE_NOT_ON_SERVICE']);

/** What a receipt says that did not come to a good end. Anything a carrier does not say for certain may be tried again. */
export function failedReceipt(code: string): Receipt {
  return { kind: 'failed', code, isForGood: NOBODY.has(code) };
}

/** Whether the message was taken at all, by what its receipt says. */
export function wasTaken(receipt: Receipt): 'sent' | 'not-sent' | 'unknown' {
  if (receipt.kind === 'unknown') return 'unknown';
  return receipt.kind === 'not-taken' ? 'not-sent' : 'sent';
}
