import { rsaSign } from '../keys/rsa-sha256.ts';
import { strangerKeyPem } from '../keys/stranger-key.ts';
import type { Dialect, Message } from '../notifications/notifier.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { LklNotification } from './lkl-rows.ts';
import { noticeText, SCHEME } from './signing.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses before each repeated send; eleven sends in all. */
export const LAKALA_RETRY_MS: readonly number[] = [
  1 * SECOND,
  5 * SECOND,
  5 * SECOND,
  10 * SECOND,
  3 * MINUTE,
  10 * MINUTE,
  20 * MINUTE,
  30 * MINUTE,
  1 * HOUR,
  2 * HOUR,
];
const ANSWER_LIMIT_MS = 5000;
const STALE_MS = 10 * MINUTE;

/** How Lakala tells: plain JSON, signed in a header, answered with a JSON whose code is SUCCESS. */
export function lakalaDialect({ keys, random }: SandboxParts): Dialect<LklNotification> {
  const signedBy = (privateKeyPem: string, body: string, atMs: number): Message => {
    const timestamp = String(Math.floor(atMs / 1000));
    const nonce = random.text(12);
    const signature = rsaSign(privateKeyPem, noticeText(timestamp, nonce, body));
    return {
      headers: {
        'content-type': 'application/json;charset=UTF-8',
        authorization: `${SCHEME} timestamp="${timestamp}",nonce_str="${nonce}",signature="${signature}"`,
      },
      body,
    };
  };
  const seal = (row: LklNotification, atMs: number): Message =>
    signedBy(keys.lakala.platform.privateKeyPem, JSON.stringify(row.content), atMs);
  const changed =
    (change: (content: Record<string, unknown>) => Record<string, unknown>) => (row: LklNotification) => ({
      ...row,
      content: { ...row.content, ...change(row.content) },
    });

  return {
    provider: 'lakala',
    newId: () => `lakala-${random.hex(16)}`,
    retryScheduleMs: LAKALA_RETRY_MS,
    answerLimitMs: ANSWER_LIMIT_MS,
    accepts: (status, body) => status === 200 && saysSuccess(body),
    seal,
    wrongContent: {
      notify_wrong_amount: changed((content) => {
        const amount = Number(content.total_amount) + 1;
        const trade = content.order_trade_info as Record<string, unknown>;
        return { total_amount: amount, order_trade_info: { ...trade, trade_amount: amount, payer_amount: amount } };
      }),
      notify_wrong_merchant: changed(() => ({ merchant_no: '822999999999999' })),
      notify_wrong_order: changed((content) => ({ out_order_no: `X${String(content.out_order_no).slice(1)}` })),
    },
    wrongSignature: {
      notify_bad_sign: (row, atMs) => {
        const good = seal(row, atMs);
        const authorization = (good.headers.authorization ?? '').replace(
          /signature="(.)/,
          (_all, first: string) => `signature="${first === 'A' ? 'B' : 'A'}`,
        );
        return { ...good, headers: { ...good.headers, authorization } };
      },
      notify_tampered: (row, atMs) => {
        const good = seal(row, atMs);
        return { ...good, body: String(good.body).replace(/"total_amount":\d+/, '"total_amount":1') };
      },
      notify_stale: (row, atMs) => seal(row, atMs - STALE_MS),
      notify_foreign_cert: (row, atMs) => {
        return signedBy(strangerKeyPem(), JSON.stringify(row.content), atMs);
      },
    },
  };
}

function saysSuccess(body: Buffer): boolean {
  try {
    return (JSON.parse(body.toString('utf8')) as { code?: unknown }).code === 'SUCCESS';
  } catch {
    return false;
  }
}
