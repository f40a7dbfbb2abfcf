import { createHmac } from 'node:crypto';
import type { Clock, Log } from '../../ports/outside.ts';
import type { PreExistingRegistry, RegistryAnswer, RegistryQuestion } from '../../ports/pre-existing-registry.ts';
import { createExchange } from '../http-exchange.ts';
import { type CentreApp, type CentreCall, createCentreCall, envelopeKeys, wireTime } from '../medical-account/index.ts';
import { labelOf } from './read-label.ts';

export interface RegistryOptions extends CentreApp {
  readonly baseUrl: string;
  /** 32 bytes: what stands for a person in a private question. */
  readonly subjectKey: Buffer;
  /** Which ways are open, the one to begin with first. */
  readonly ways: readonly PreExistingRegistry['way'][];
  readonly clock: Clock;
  readonly log: Log;
  readonly connectTimeoutMs?: number;
  readonly totalTimeoutMs?: number;
}

export interface Registries {
  readonly byWay: ReadonlyMap<PreExistingRegistry['way'], PreExistingRegistry>;
  closeConnections(): void;
}

/** The platform of profile PX-1 (docs/pre-existing-registry.md), by the bureau's SM2 and SM4 envelope. */
export function createRegistries(options: RegistryOptions): Registries {
  const { log, clock } = options;
  const keys = envelopeKeys(options, 'PEC', log);
  const exchange = createExchange();
  const { baseUrl, connectTimeoutMs = 2_000, totalTimeoutMs = 6_000 } = options;
  const call = createCentreCall({ baseUrl, keys, send: exchange.send, clock, log, connectTimeoutMs });
  const made: Record<PreExistingRegistry['way'], PreExistingRegistry> = {
    trusted: trustedRegistry(call, totalTimeoutMs, log),
    private: privateRegistry(call, totalTimeoutMs, log, options.subjectKey),
  };
  return {
    byWay: new Map(options.ways.map((way) => [way, made[way]])),
    closeConnections: () => exchange.close(),
  };
}

const ID_CARD = '01';

function trustedRegistry(call: CentreCall, timeoutMs: number, log: Log): PreExistingRegistry {
  return {
    way: 'trusted',
    async ask(question) {
      const { name, idNumber } = question.person;
      const data = { ...commonData(question), idType: ID_CARD, idNo: idNumber, userName: name };
      return answerOf(await call('/pec/api/v1/trusted/query', data, timeoutMs), question, log);
    },
  };
}

function privateRegistry(call: CentreCall, timeoutMs: number, log: Log, subjectKey: Buffer): PreExistingRegistry {
  return {
    way: 'private',
    async ask(question) {
      const data = { ...commonData(question), subjectHash: subjectHash(subjectKey, question.person) };
      const outcome = await call('/pec/api/v1/private/submit', data, timeoutMs);
      if (outcome.kind === 'done' && outcome.data.taskState === 'RUNNING') return { kind: 'running' };
      if (outcome.kind === 'done' && outcome.data.taskState !== 'DONE') {
        return { kind: 'unknown', message: 'a state that nobody knows' };
      }
      return answerOf(outcome, question, log);
    },
  };
}

/** Hex of HMAC-SM3 over profile, type of paper, number and name; without the key it says nothing. */
function subjectHash(key: Buffer, { name, idNumber }: RegistryQuestion['person']): string {
  return createHmac('sm3', key).update(['PX-1', ID_CARD, idNumber, name].join('\n')).digest('hex');
}

function commonData({ queryNo, editionCode, basis, consent }: RegistryQuestion) {
  return {
    ...{ queryNo, basis, productCode: editionCode },
    consentVersion: String(consent.version),
    consentTime: wireTime(consent.atMs),
  };
}

function answerOf(outcome: Awaited<ReturnType<CentreCall>>, { queryNo }: RegistryQuestion, log: Log): RegistryAnswer {
  if (outcome.kind === 'unknown') return outcome;
  if (outcome.kind === 'failed') return { kind: 'refused', code: outcome.code };
  const read = labelOf(outcome.data, queryNo);
  if (read === null) return { kind: 'unknown', message: 'an answer that is not of the profile' };
  // What was said beyond the label is neither kept nor written down, only that it was said.
  if (read.tellsMore) log.error({ queryNo }, 'the registry of pre-existing conditions tells more than it should');
  return read.answer;
}
