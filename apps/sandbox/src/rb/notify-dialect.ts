import type { Dialect, Message } from '../notifications/notifier.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { RbNotification } from './rb-rows.ts';
import { rbSign, rbText } from './signing.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Pauses before each repeated send; seven sends in all. */
export const RB_RETRY_MS: readonly number[] = [
  15 * SECOND,
  1 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  60 * MINUTE,
  360 * MINUTE,
];
const ANSWER_LIMIT_MS = 5000;
const STALE_MS = 10 * MINUTE;

/** How the insurer tells: JSON signed in headers, answered with the text SUCCESS. */
export function rbDialect({ keys, random }: SandboxParts): Dialect<RbNotification> {
  const { channelCode, secret } = keys.rb;

  const seal = (row: RbNotification, atMs: number): Message => {
    const body = JSON.stringify({ notifyId: row.id, ...row.content });
    const timestamp = String(Math.floor(atMs / 1000));
    const nonce = random.text(16);
    return {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-rb-channel': row.channelCode ?? channelCode,
        'x-rb-timestamp': timestamp,
        'x-rb-nonce': nonce,
        'x-rb-sign': rbSign(secret, rbText(timestamp, nonce, body)),
      },
      body,
    };
  };
  const changed = (change: (content: Record<string, unknown>) => Record<string, unknown>) => (row: RbNotification) => ({
    ...row,
    content: { ...row.content, ...change(row.content) },
  });

  return {
    provider: 'rb',
    newId: () => `RBN${random.digits(24)}`,
    retryScheduleMs: RB_RETRY_MS,
    answerLimitMs: ANSWER_LIMIT_MS,
    accepts: (status, body) => status === 200 && body.equals(Buffer.from('SUCCESS')),
    seal,
    wrongContent: {
      notify_wrong_amount: changed((content) => ({ amount: Number(content.amount) + 1 })),
      notify_wrong_order: changed((content) => ({ outTradeNo: `X${String(content.outTradeNo).slice(1)}` })),
      notify_wrong_merchant: (row) => ({ ...row, channelCode: 'SBXRB99' }),
    },
    wrongSignature: {
      notify_bad_sign: (row, atMs) => {
        const good = seal(row, atMs);
        const sign = good.headers['x-rb-sign'] ?? '';
        return {
          ...good,
          headers: { ...good.headers, 'x-rb-sign': `${sign.startsWith('a') ? 'b' : 'a'}${sign.slice(1)}` },
        };
      },
      notify_tampered: (row, atMs) => {
        const good = seal(row, atMs);
        return { ...good, body: String(good.body).replace(/"amount":\d+/, '"amount":1') };
      },
      notify_stale: (row, atMs) => seal(row, atMs - STALE_MS),
    },
  };
}
