import type { FormDialect } from '../notifications/form-notifier.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { type CertificateFault, seal, sealByOther } from './sealing.ts';
import type { Fields } from './signing.ts';

const MINUTE = 60_000;

/** Pauses before each repeated send; five sends in all. */
export const UNIONPAY_RETRY_MS: readonly number[] = [MINUTE, 2 * MINUTE, 4 * MINUTE, 5 * MINUTE];
const ANSWER_LIMIT_MS = 10_000;

/** How UnionPay tells: its certificate in the message, and any 200 or 302 is an answer. */
export function unionpayDialect(parts: SandboxParts): FormDialect {
  const form = (fields: Fields): string => new URLSearchParams(fields).toString();
  const byOther = (fault: CertificateFault) => (_id: string, fields: Fields) => form(sealByOther(parts, fields, fault));
  return {
    provider: 'unionpay',
    newId: () => `unionpay-${parts.random.hex(16)}`,
    retryScheduleMs: UNIONPAY_RETRY_MS,
    answerLimitMs: ANSWER_LIMIT_MS,
    accepts: (status) => status === 200 || status === 302,
    seal: (_id, fields) => form(seal(parts, fields)),
    wrongContent: {
      notify_wrong_amount: (fields) => ({ ...fields, txnAmt: String(Number(fields.txnAmt) + 1) }),
      notify_wrong_currency: (fields) => ({ ...fields, currencyCode: '840' }),
      notify_wrong_merchant: (fields) => ({ ...fields, merId: '777290999999999' }),
      notify_wrong_order: (fields) => ({ ...fields, orderId: `X${String(fields.orderId).slice(1)}` }),
    },
    wrongSignature: {
      notify_bad_sign: (_id, fields) => {
        const { signature = '', ...sealed } = seal(parts, fields);
        return form({ ...sealed, signature: `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}` });
      },
      notify_tampered: (_id, fields) => form({ ...seal(parts, fields), txnAmt: '1' }),
      notify_no_cert: (_id, fields) => {
        const { signPubKeyCert: _certificate, ...rest } = seal(parts, fields);
        return form(rest);
      },
      notify_foreign_cert: byOther('foreign'),
      notify_expired_cert: byOther('expired'),
      notify_wrong_cn: byOther('wrong-name'),
    },
    brokenForm: {
      // A plus sign sent as it is reads as a space; whether the receiver repairs it is its own affair.
      notify_plus_as_space: (_id, fields) => form(seal(parts, fields)).replaceAll('%2B', '+'),
    },
  };
}
