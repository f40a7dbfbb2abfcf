import { beijingText } from '../clock/beijing-time.ts';
import { rsaSign } from '../keys/rsa-sha256.ts';
import { strangerKeyPem } from '../keys/stranger-key.ts';
import type { FormDialect } from '../notifications/form-notifier.ts';
import { yuan } from '../pages/layout.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { type Fields, signText } from './signing.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Pauses before each repeated send: two more at once, then over 24 h 24 min. */
export const ALIPAY_RETRY_MS: readonly number[] = [
  0,
  0,
  4 * MINUTE,
  10 * MINUTE,
  10 * MINUTE,
  HOUR,
  2 * HOUR,
  6 * HOUR,
  15 * HOUR,
];
const ANSWER_LIMIT_MS = 5000;

/** How Alipay tells: signed without `sign_type`, and only the seven bytes `success` are an answer. */
export function alipayDialect({ clock, keys, random }: SandboxParts): FormDialect {
  const { alipay } = keys;

  const whole = (id: string, fields: Fields, atMs: number): Fields => ({
    notify_id: id,
    notify_type: 'trade_status_sync',
    notify_time: beijingText(atMs),
    charset: 'utf-8',
    version: '1.0',
    app_id: alipay.appId,
    auth_app_id: alipay.appId,
    ...fields,
  });
  const form = (fields: Fields, signature: string): string =>
    new URLSearchParams({ ...fields, sign_type: 'RSA2', sign: signature }).toString();
  const seal = (id: string, fields: Fields, atMs: number, privateKeyPem = alipay.alipay.privateKeyPem): string => {
    const all = whole(id, fields, atMs);
    return form(all, rsaSign(privateKeyPem, signText(all, 'message')));
  };

  return {
    provider: 'alipay',
    newId: () => `${beijingText(clock.now()).replace(/\D/g, '').slice(0, 8)}00222${random.digits(21)}`,
    retryScheduleMs: ALIPAY_RETRY_MS,
    answerLimitMs: ANSWER_LIMIT_MS,
    accepts: (status, body) => status === 200 && body.equals(Buffer.from('success')),
    seal: (id, fields, atMs) => seal(id, fields, atMs),
    wrongContent: {
      notify_wrong_amount: (fields) => {
        const [whole = '0', part = '00'] = (fields.total_amount ?? '').split('.');
        const amount = yuan(Number(whole) * 100 + Number(part) + 1);
        return { ...fields, total_amount: amount, receipt_amount: amount, buyer_pay_amount: amount };
      },
      notify_wrong_merchant: (fields) => ({ ...fields, seller_id: '2088999999999999' }),
      notify_wrong_appid: (fields) => ({ ...fields, app_id: '2021999999999999', auth_app_id: '2021999999999999' }),
      notify_wrong_order: (fields) => ({ ...fields, out_trade_no: `X${String(fields.out_trade_no).slice(1)}` }),
    },
    wrongSignature: {
      notify_bad_sign: (id, fields, atMs) => {
        const all = whole(id, fields, atMs);
        const good = rsaSign(alipay.alipay.privateKeyPem, signText(all, 'message'));
        return form(all, `${good.startsWith('A') ? 'B' : 'A'}${good.slice(1)}`);
      },
      notify_tampered: (id, fields, atMs) => {
        const sent = new URLSearchParams(seal(id, fields, atMs));
        sent.set('total_amount', '0.01');
        return sent.toString();
      },
      notify_foreign_cert: (id, fields, atMs) => {
        return seal(id, fields, atMs, strangerKeyPem());
      },
    },
  };
}
