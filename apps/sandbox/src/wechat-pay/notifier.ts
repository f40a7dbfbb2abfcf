import { generateKeyPairSync } from 'node:crypto';
import { beijingTimestamp } from '../clock/beijing-time.ts';
import { WRONG_CONTENT_KINDS, WRONG_SIGNATURE_KINDS } from '../faults/fault-kinds.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { spoilResource } from './notification-faults.ts';
import type { Notification, NotificationAttempt, PayTables } from './pay-rows.ts';
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
export const ANSWER_LIMIT_MS = 5000;
const PROBE_SHARE = 1 / 20;
const KEPT_BODY = 500;

export type NotifierOptions = {
  /** Send wrongly signed probes now and then. */
  probes: boolean;
  /** Which key signs: the WeChat Pay public key, the platform certificate, or either by chance (key migration). */
  notifyKey: 'public-key' | 'certificate' | 'mixed';
  retryScheduleMs: readonly number[];
};

export type Announcement = Pick<
  Notification,
  'eventType' | 'summary' | 'originalType' | 'outTradeNo' | 'outRefundNo' | 'url' | 'resource'
>;

export type Notifier = {
  /** Queues the first send for now. */
  announce(event: Announcement): Notification;
  list(): Notification[];
  /** Sends once more, whatever the state. Resolves after the receiver's answer. */
  resend(id: string): Promise<NotificationAttempt>;
  /** No further sends. */
  drop(id: string): void;
  /** Without an id: every notification from now on waits until `release`. */
  hold(id?: string): void;
  release(id?: string): void;
  /** Schedules again what a restart left pending. */
  resume(): void;
};

type Send = { body: Buffer; headers: Record<string, string> };

/** Delivers encrypted, signed notifications on WeChat Pay's schedule. */
export function createNotifier(parts: SandboxParts, tables: PayTables, options: NotifierOptions): Notifier {
  const { clock, faults, keys, random } = parts;
  let holdAll = false;

  const update = (id: string, change: Partial<Notification>): Notification => {
    const row = tables.notifications.get(id);
    if (!row) throw new RangeError(`no notification ${id}`);
    const next = { ...row, ...change };
    tables.notifications.put(id, next);
    return next;
  };

  const compose = (row: Notification, resource: Record<string, unknown>): Buffer => {
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
          ciphertext: sealResource(keys.wechatPay.apiV3Key, JSON.stringify(resource), row.originalType, nonce),
          associated_data: row.originalType,
          nonce,
        },
      }),
    );
  };

  const sign = (body: Buffer, atMs: number): Send => {
    const pay = keys.wechatPay;
    const byCertificate = options.notifyKey === 'certificate' || (options.notifyKey === 'mixed' && random.next() < 0.5);
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

  const deliver = async (
    id: string,
    send: Send,
    kind: string,
    mustBeRefused: boolean,
  ): Promise<NotificationAttempt> => {
    const row = tables.notifications.get(id);
    if (!row) throw new RangeError(`no notification ${id}`);
    const attempt: NotificationAttempt = { atMs: clock.now(), kind, accepted: false };
    try {
      const response = await fetch(row.url, {
        method: 'POST',
        headers: send.headers,
        body: new Uint8Array(send.body),
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_LIMIT_MS), parts.closing]),
      });
      attempt.status = response.status;
      attempt.body = (await response.text()).slice(0, KEPT_BODY);
      attempt.accepted = response.status === 200 || response.status === 204;
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
      attempt.error = error instanceof Error ? `${error.name}: ${error.message} ${cause}`.trim() : String(error);
    }
    if (mustBeRefused && attempt.accepted) attempt.violation = `accepted a notification it had to refuse (${kind})`;
    const current = tables.notifications.get(id);
    // A reset of the sandbox may have removed the row while the receiver was answering.
    if (current) tables.notifications.put(id, { ...current, attempts: [...current.attempts, attempt] });
    return attempt;
  };

  const probe = (send: Send): Send => ({
    ...send,
    headers: {
      ...send.headers,
      'wechatpay-signature': `WECHATPAY/SIGNTEST/${(send.headers['wechatpay-signature'] ?? '').slice(0, 64)}`,
    },
  });

  const spoilSignature = (kind: string, row: Notification): Send => {
    const good = sign(compose(row, row.resource), kind === 'notify_stale' ? clock.now() - 10 * MINUTE : clock.now());
    if (kind === 'notify_stale') return good;
    if (kind === 'notify_tampered') {
      return {
        ...good,
        body: Buffer.from(good.body.toString('utf8').replace(row.eventType, `${row.eventType.slice(0, -1)}5`)),
      };
    }
    const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    });
    const { 'wechatpay-timestamp': timestamp = '', 'wechatpay-nonce': nonce = '' } = good.headers;
    const headers: Record<string, string> = {
      ...good.headers,
      'wechatpay-signature': rsaSign(String(foreign), platformSignText(timestamp, nonce, good.body)),
    };
    // A foreign certificate names itself by its own serial; a bad signature claims to be ours.
    if (kind === 'notify_foreign_cert') headers['wechatpay-serial'] = `4F${random.hex(38)}`.toUpperCase();
    return { body: good.body, headers };
  };

  /** One scheduled send, with whatever faults are ordered for it. Tells whether the receiver accepted it. */
  const sendScheduled = async (row: Notification): Promise<boolean> => {
    const match = { outTradeNo: row.outTradeNo, outRefundNo: row.outRefundNo };
    const take = (kinds: Parameters<typeof faults.take>[2]) => faults.take('wechat-pay', 'notify', kinds, match);

    const lost = take(['notify_lost']);
    if (lost) {
      const attempt = { atMs: clock.now(), kind: lost.kind, accepted: false, error: 'never sent' };
      update(row.id, { attempts: [...row.attempts, attempt] });
      return false;
    }
    const content = take(WRONG_CONTENT_KINDS);
    if (content) {
      const resource = spoilResource(content.kind, row.resource);
      await deliver(row.id, sign(compose(row, resource), clock.now()), content.kind, false);
      return false;
    }
    const signature = take(WRONG_SIGNATURE_KINDS);
    if (signature) {
      await deliver(row.id, spoilSignature(signature.kind, row), signature.kind, true);
      return false;
    }

    const send = sign(compose(row, row.resource), clock.now());
    if (options.probes && random.next() < PROBE_SHARE) await deliver(row.id, probe(send), 'probe', true);
    const duplicates = take(['notify_dup']);
    const copies = duplicates ? Math.max(1, Number(duplicates.args?.copies ?? 2) - 1) : 0;
    const others = Array.from({ length: copies }, () => deliver(row.id, send, 'duplicate', false));
    const attempt = await deliver(row.id, send, 'normal', false);
    await Promise.all(others);

    const replay = take(['notify_replay']);
    if (replay) {
      const delayMs = Number(replay.args?.delayMs ?? 10 * MINUTE);
      clock.schedule(clock.now() + delayMs, async () => {
        await deliver(row.id, send, 'notify_replay', delayMs > 5 * MINUTE);
      });
    }
    return attempt.accepted;
  };

  const step = async (id: string): Promise<void> => {
    const row = tables.notifications.get(id);
    if (row?.state !== 'pending') return;
    const accepted = await sendScheduled(row);
    const current = tables.notifications.get(id);
    if (current?.state !== 'pending') return;
    if (accepted) {
      update(id, { state: 'delivered', sends: row.sends + 1 });
      return;
    }
    const pauseMs = options.retryScheduleMs[row.sends];
    if (pauseMs === undefined) {
      update(id, { state: 'given-up', sends: row.sends + 1 });
      return;
    }
    // After a long stop of the sandbox the schedule goes on from now instead of catching up in a burst.
    const fromMs = clock.now() - row.nextAtMs > MINUTE ? clock.now() : row.nextAtMs;
    plan(update(id, { sends: row.sends + 1, nextAtMs: fromMs + pauseMs }));
  };

  const plan = (row: Notification): void => {
    clock.schedule(row.nextAtMs, () => step(row.id));
  };

  const releaseOne = (row: Notification): void => {
    if (row.state !== 'held') return;
    plan(update(row.id, { state: 'pending', nextAtMs: clock.now() }));
  };

  return {
    announce: (event) => {
      const now = clock.now();
      const match = { outTradeNo: event.outTradeNo, outRefundNo: event.outRefundNo };
      const late = faults.take('wechat-pay', 'notify', ['notify_late'], match);
      const row: Notification = {
        ...event,
        id: `${random.hex(8)}-${random.hex(4)}-5${random.hex(3)}-a${random.hex(3)}-${random.hex(12)}`,
        createdAtMs: now,
        state: holdAll ? 'held' : 'pending',
        sends: 0,
        nextAtMs: now + (late ? Number(late.args?.delayMs ?? MINUTE) : 0),
        attempts: [],
      };
      tables.notifications.put(row.id, row);
      if (row.state === 'pending') plan(row);
      return row;
    },
    list: () => tables.notifications.rows(),
    resend: async (id) => {
      const row = update(id, {});
      return deliver(id, sign(compose(row, row.resource), clock.now()), 'resend', false);
    },
    drop: (id) => {
      update(id, { state: 'dropped' });
    },
    hold: (id) => {
      if (id === undefined) holdAll = true;
      else if (update(id, {}).state === 'pending') update(id, { state: 'held' });
    },
    release: (id) => {
      if (id !== undefined) {
        releaseOne(update(id, {}));
        return;
      }
      holdAll = false;
      for (const row of tables.notifications.rows()) releaseOne(row);
    },
    resume: () => {
      for (const row of tables.notifications.rows()) if (row.state === 'pending') plan(row);
    },
  };
}
