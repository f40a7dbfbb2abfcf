import type { EntryAnswer, MedicalApp, PushAnswer } from '../../ports/medical-app.ts';
import type { Clock, Log } from '../../ports/outside.ts';
import { createExchange } from '../http-exchange.ts';
import { type CentreApp, createCentreCall, envelopeKeys, momentOf, wireTime } from '../medical-account/index.ts';

export interface MedicalAppOptions extends CentreApp {
  readonly baseUrl: string;
  /** Origins of the app's pages; an address of any other is not taken. */
  readonly origins: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  readonly connectTimeoutMs?: number;
  readonly totalTimeoutMs?: number;
}

const MOST_ADDRESS = 1_000;

/** The gateway of profile JP-1 (docs/medical-app.md), by the bureau's SM2 and SM4 envelope and with its keys. */
export function createMedicalApp(options: MedicalAppOptions): MedicalApp {
  const { log, clock, origins } = options;
  const keys = envelopeKeys(options, 'HSA', log);
  const exchange = createExchange();
  const { baseUrl, connectTimeoutMs = 2_000, totalTimeoutMs = 6_000 } = options;
  const call = createCentreCall({ baseUrl, keys, send: exchange.send, clock, log, connectTimeoutMs });

  return {
    origins,
    async pushPhone({ jumpNo, phone, source, consent }): Promise<PushAnswer> {
      const data = {
        ...{ jumpNo, phone, source, purpose: 'JUMP' },
        consentVersion: String(consent.version),
        consentTime: wireTime(consent.atMs),
      };
      const outcome = await call('/jump/api/v1/phone/push', data, totalTimeoutMs);
      if (outcome.kind === 'unknown') return outcome;
      if (outcome.kind === 'failed') return { kind: 'refused', code: outcome.code };
      const isTaken = outcome.data.jumpNo === jumpNo && outcome.data.accepted === '1';
      return isTaken ? { kind: 'taken' } : { kind: 'unknown', message: 'an answer that is not of the profile' };
    },
    async entry({ jumpNo, phone }): Promise<EntryAnswer> {
      const outcome = await call('/jump/api/v1/entry', { jumpNo, phone }, totalTimeoutMs);
      if (outcome.kind === 'unknown') return outcome;
      if (outcome.kind === 'failed') return { kind: 'refused', code: outcome.code };
      const { data } = outcome;
      const url = entryAddress(data.entryUrl, origins);
      const expiresAtMs = momentOf(data.expireTime);
      if (data.jumpNo === jumpNo && url !== null && expiresAtMs !== null && expiresAtMs > clock.now()) {
        return { kind: 'entry', url, expiresAtMs };
      }
      if (url === null) log.error({ jumpNo }, 'the gateway answers an address outside the origins that are allowed');
      return { kind: 'unknown', message: 'an answer that is not of the profile' };
    },
    closeConnections: () => exchange.close(),
  };
}

/** An address of an origin that the settings name; whoever answers cannot add one. */
function entryAddress(value: unknown, origins: readonly string[]): string | null {
  if (typeof value !== 'string' || value.length > MOST_ADDRESS || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.username === '' && url.password === '' && origins.includes(url.origin) ? url.href : null;
}
