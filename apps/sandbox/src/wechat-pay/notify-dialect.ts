import { beijingTimestamp } from '../clock/beijing-time.ts';
import { WRONG_CONTENT_KINDS, WRONG_SIGNATURE_KINDS } from '../faults/fault-kinds.ts';
import { strangerKeyPem } from '../keys/stranger-key.ts';
import type { Dialect, Message } from '../notifications/notifier.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { spoilResource } from './notification-faults.ts';
import type { PayNotification } from './pay-rows.ts';
import { platformSignText, rsaSign, sealResource } from './signing.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses before each repeated send, in milliseconds (24 h 4 min in all). */
export const RETRY_SCHEDULE_MS: readonly number[] = [
  15 * SECOND,
  15 * SECOND,
  30 * SECOND,
  3 * MINUTE,
  10 * MINUTE,
  20 * MINUTE,
  30 * MINUTE,
  30 * MINUTE,
  30 * MINUTE,
  60 * MINUTE,
  3 * HOUR,
  3 * HOUR,
  3 * HOUR,
  6 * HOUR,
  6 * HOUR,
];

/** The receiver's time to answer; a later answer counts as a failure. */
const ANSWER_LIMIT_MS = 5000;
const PROBE_SHARE = 1 / 20;

/** Which key signs: the WeChat Pay public key, the platform certificate, or either by chance (key migration). */
export const NOTIFY_KEYS = ['public-key', 'certificate', 'mixed'] as const;
export type NotifyKey = (typeof NOTIFY_KEYS)[number];

export type PayDialectOptions = {
  /** Send wrongly signed probes now and then. */
  probes: boolean;
  /** Asked for every message, so that it may change while the sandbox runs. */
  notifyKey(): NotifyKey;
  retryScheduleMs: readonly number[];
};

type SignatureKind = (typeof WRONG_SIGNATURE_KINDS)[number];

/** How WeChat Pay tells: JSON with an encrypted resource, signed in headers; any 200 or 204 is an answer. */
export function payDialect(parts: SandboxParts, options: PayDialectOptions): Dialect<PayNotification> {
  const { clock, keys, random } = parts;

  const compose = (row: PayNotification): Buffer => {
    const nonce = random.text(12);
    return Buffer.from(
      JSON.stringify({
        id: row.id,
        create_time: beijingTimestamp(row.createdAtMs),
        resource_type: 'encrypt-resource',
        event_type: row.eventType,
        summary: row.summary,
        resource: {
          original_type: row.originalType,
          algorithm: 'AEAD_AES_256_GCM',
          ciphertext: sealResource(keys.wechatPay.apiV3Key, JSON.stringify(row.resource), row.originalType, nonce),
          associated_data: row.originalType,
          nonce,
        },
      }),
    );
  };

  const sign = (body: Buffer, atMs: number): Message & { body: Buffer } => {
    const pay = keys.wechatPay;
    const mode = options.notifyKey();
    const byCertificate = mode === 'certificate' || (mode === 'mixed' && random.next() < 0.5);
    const timestamp = String(Math.floor(atMs / 1000));
    const nonce = random.text(32);
    const key = byCertificate ? pay.platformCertificate.privateKeyPem : pay.platformPublicKey.privateKeyPem;
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/4.0',
        'wechatpay-timestamp': timestamp,
        'wechatpay-nonce': nonce,
        'wechatpay-serial': byCertificate ? pay.platformCertificate.serialNo : pay.platformPublicKey.publicKeyId,
        'wechatpay-signature': rsaSign(key, platformSignText(timestamp, nonce, body)),
        'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
      },
    };
  };

  const withSignature = (message: Message, signature: string): Message => ({
    ...message,
    headers: { ...message.headers, 'wechatpay-signature': signature },
  });

  const spoilSignature = (kind: SignatureKind, row: PayNotification): Message => {
    const good = sign(compose(row), kind === 'notify_stale' ? clock.now() - 10 * MINUTE : clock.now());
    if (kind === 'notify_stale') return good;
    if (kind === 'notify_tampered') {
      const text = good.body.toString('utf8').replace(row.eventType, `${row.eventType.slice(0, -1)}5`);
      return { ...good, body: Buffer.from(text) };
    }
    const { 'wechatpay-timestamp': timestamp = '', 'wechatpay-nonce': nonce = '' } = good.headers;
    const spoiled = withSignature(good, rsaSign(strangerKeyPem(), platformSignText(timestamp, nonce, good.body)));
    // A foreign certificate names itself by its own serial; a bad signature claims to be ours.
    if (kind === 'notify_foreign_cert') spoiled.headers['wechatpay-serial'] = `4F${random.hex(38)}`.toUpperCase();
    return spoiled;
  };

  return {
    provider: 'wechat-pay',
    newId: () => `${random.hex(8)}-${random.hex(4)}-5${random.hex(3)}-a${random.hex(3)}-${random.hex(12)}`,
    retryScheduleMs: options.retryScheduleMs,
    answerLimitMs: ANSWER_LIMIT_MS,
    freshForMs: 5 * MINUTE,
    accepts: (status) => status === 200 || status === 204,
    seal: (row, atMs) => sign(compose(row), atMs),
    probe: (message) =>
      options.probes && random.next() < PROBE_SHARE
        ? withSignature(message, `WECHATPAY/SIGNTEST/${(message.headers['wechatpay-signature'] ?? '').slice(0, 64)}`)
        : undefined,
    wrongContent: Object.fromEntries(
      WRONG_CONTENT_KINDS.map((kind) => [
        kind,
        (row: PayNotification) => ({ ...row, resource: spoilResource(kind, row.resource) }),
      ]),
    ),
    wrongSignature: Object.fromEntries(
      WRONG_SIGNATURE_KINDS.map((kind) => [kind, (row: PayNotification) => spoilSignature(kind, row)]),
    ),
  };
}
