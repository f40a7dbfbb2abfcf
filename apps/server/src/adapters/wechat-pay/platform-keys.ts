import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Clock, Log } from '../../ports/outside.ts';
import type { PlatformKeySource } from './platform-signature.ts';

/** A key downloaded from the merchant console and its `PUB_KEY_ID_…`. */
export interface PublicKey {
  readonly id: string;
  readonly pem: string;
}

/** A platform certificate as `GET /v3/certificates` gives it, opened. */
export interface PlatformCertificate {
  readonly serialNo: string;
  readonly certificatePem: string;
  readonly effectiveAtMs: number;
  readonly expiresAtMs: number;
}

export interface PlatformKeysOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Public-key mode; the first is asked for. */
  readonly publicKeys: readonly PublicKey[];
  /** Certificate mode: fetches the list anew; null when the merchant has public-key mode only. */
  readonly fetchCertificates: (() => Promise<readonly PlatformCertificate[]>) | null;
}

const REFRESH_EVERY_MS = 12 * 3_600_000;
/** Forged serials must not make us ask again and again. */
const REFRESH_AT_MOST_EVERY_MS = 60_000;

export interface PlatformKeys extends PlatformKeySource {
  /** What the `Wechatpay-Serial` header of requests says; null in pure certificate mode. */
  readonly requestedSerial: string | null;
}

/** The platform's keys by serial: public key and certificates side by side, as the migration between them needs. */
export function createPlatformKeys(options: PlatformKeysOptions): PlatformKeys {
  const { clock, log, fetchCertificates } = options;
  const requestedSerial = options.publicKeys[0]?.id ?? null;
  const publicKeys = new Map(options.publicKeys.map(({ id, pem }) => [id, createPublicKey(pem)]));
  let certificates = new Map<string, { key: KeyObject; effectiveAtMs: number; expiresAtMs: number }>();
  let fetchedAtMs = Number.NEGATIVE_INFINITY;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  async function fetchNow(fetchList: () => Promise<readonly PlatformCertificate[]>): Promise<void> {
    triedAtMs = clock.now();
    try {
      const list = await fetchList();
      certificates = new Map(
        list.map((entry) => [
          entry.serialNo,
          {
            key: new X509Certificate(entry.certificatePem).publicKey,
            effectiveAtMs: entry.effectiveAtMs,
            expiresAtMs: entry.expiresAtMs,
          },
        ]),
      );
      fetchedAtMs = clock.now();
    } catch (error) {
      log.warn({ problem: (error as Error).message }, 'WeChat Pay platform certificates could not be fetched');
    }
  }

  async function refresh(): Promise<void> {
    if (!fetchCertificates) return;
    if (!running) {
      if (clock.now() - triedAtMs < REFRESH_AT_MOST_EVERY_MS) return;
      running = fetchNow(fetchCertificates).finally(() => {
        running = null;
      });
    }
    await running;
  }

  function known(serial: string): KeyObject | null {
    const entry = certificates.get(serial);
    if (!entry || clock.now() < entry.effectiveAtMs || clock.now() >= entry.expiresAtMs) return null;
    return entry.key;
  }

  return {
    requestedSerial,
    async keyOf(serial) {
      const publicKey = publicKeys.get(serial);
      if (publicKey) return publicKey;
      if (serial.startsWith('PUB_KEY_ID_') || !fetchCertificates) return null;
      const key = known(serial);
      if (key === null) {
        await refresh();
        return known(serial);
      }
      // Of one that is valid nobody waits for the list, which may not come for long.
      if (clock.now() - fetchedAtMs >= REFRESH_EVERY_MS) void refresh();
      return key;
    },
    verified(serial) {
      if (publicKeys.has(serial) && serial !== requestedSerial)
        log.info({ setting: 'WXPAY_PUBLIC_KEY', place: 2 }, 'a provider still uses another key');
    },
  };
}
