import { timingSafeEqual } from 'node:crypto';
import type { Core } from '../../core.ts';

export const CODE_LIFE_MS = 10 * 60_000;
export const RESEND_AFTER_MS = 60_000;

const HOUR_MS = 3_600_000;
/** Codes per phone within any hour (what gateways take) and any day. */
const PER_HOUR = 5;
const PER_DAY = 10;
export const LOOK_BACK_MS = 24 * HOUR_MS;

export type SendingWait = { readonly reason: 'gap' | 'hour' | 'day'; readonly waitMs: number };

/** How long a phone has to wait for its next code, or null. `sentAtMs` holds the last day's sendings, newest first. */
export function sendingWait(sentAtMs: readonly number[], nowMs: number): SendingWait | null {
  const waits: SendingWait[] = [];
  const add = (reason: SendingWait['reason'], sentMs: number | undefined, spanMs: number): void => {
    if (sentMs !== undefined && sentMs + spanMs > nowMs) waits.push({ reason, waitMs: sentMs + spanMs - nowMs });
  };
  add('gap', sentAtMs[0], RESEND_AFTER_MS);
  add('hour', sentAtMs[PER_HOUR - 1], HOUR_MS);
  add('day', sentAtMs[PER_DAY - 1], LOOK_BACK_MS);
  return waits.reduce<SendingWait | null>(
    (longest, wait) => (longest && longest.waitMs >= wait.waitMs ? longest : wait),
    null,
  );
}

/** Plain words for a wait. */
export function sendingWaitText(wait: SendingWait): string {
  if (wait.reason === 'gap') return '验证码刚发过，请看最新一条短信。没收到的话，1 分钟后再获取';
  const minutes = Math.ceil(wait.waitMs / 60_000);
  const time = minutes < 60 ? `${minutes} 分钟` : `${Math.ceil(minutes / 60)} 小时`;
  return `这个手机号获取验证码的次数太多，请 ${time}后再试`;
}

export function newSmsCode(random: Core['random']): string {
  return String(random.below(1_000_000)).padStart(6, '0');
}

/** Keyed hash of a code, bound to its phone, purpose and row: six digits alone could be tried out from a copy of the table. */
export function smsCodeHash(
  index: Core['index'],
  sent: { readonly phone: string; readonly purpose: string; readonly id: bigint },
  code: string,
): Buffer {
  const { phone, purpose, id } = sent;
  return index.of('sms-code', `${purpose}\u0000${phone}\u0000${id}\u0000${code}`);
}

export function sameHash(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** A random id of 63 bits, never 0. */
export function randomId(random: Core['random']): bigint {
  return (random.bytes(8).readBigUInt64BE() >> 1n) | 1n;
}
