import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../key-ring.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Answers and notices older or newer than this are refused. */
const WINDOW_SECONDS = 300;
const HEX = /^[0-9a-f]{64}$/;

/** Who signs, and with which secrets; both sides share them. */
export interface Channel {
  readonly channelCode: string;
  readonly secrets: KeyRing<string>;
}

/** HMAC-SHA256 over time, nonce and the exact body, as lower-case hex. */
export function sign(secret: string, timestamp: string, nonce: string, body: Buffer | string): string {
  return createHmac('sha256', secret).update(`${timestamp}\n${nonce}\n`).update(body).update('\n').digest('hex');
}

/** Why an answer or a notice is not the insurer's for this channel, or null. */
export function distrust(headers: Headers, body: Buffer, channel: Channel, nowMs: number): string | null {
  const [from, timestamp, nonce, signature] = ['channel', 'timestamp', 'nonce', 'sign'].map((name) =>
    oneOf(headers, `x-rb-${name}`),
  ) as [string, string, string, string];
  if (!HEX.test(signature) || !/^\d{1,12}$/.test(timestamp)) return 'unsigned';
  const given = Buffer.from(signature);
  const isOf = (secret: string) => timingSafeEqual(Buffer.from(sign(secret, timestamp, nonce, body)), given);
  if (!channel.secrets.fits(isOf)) return 'signature';
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > WINDOW_SECONDS) return 'stale';
  // The name of the channel is not covered by the signature; its secret is what proves it.
  return from === channel.channelCode ? null : 'merchant';
}

function oneOf(headers: Headers, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}
