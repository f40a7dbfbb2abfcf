import type { Clock, Log } from '../../ports/outside.ts';
import { type Exchange, type ExchangeAnswer, ExchangeError } from '../http-exchange.ts';
import type { WireData } from './canonical-json.ts';
import { type EnvelopeKeys, openEnvelope, sealEnvelope } from './envelope.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** What became of a call. `done` and `failed` were verified. `text`: the canonical text of `data`. */
export type CallOutcome =
  | { readonly kind: 'done'; readonly data: Fields; readonly text: string }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string; readonly tooOften?: true; readonly setting?: string };

export interface CentreOptions {
  readonly baseUrl: string;
  readonly keys: EnvelopeKeys;
  readonly send: Exchange;
  readonly clock: Clock;
  readonly log: Log;
  readonly connectTimeoutMs: number;
}

/** `path` below the base address. */
export type CentreCall = (path: string, data: WireData, totalTimeoutMs: number) => Promise<CallOutcome>;

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** Every call carries its own number, so that a broken one may simply be sent again. */
const MAX_SENDS = 3;
/** Busy: nothing was done. */
const BUSY = '50001';
/** Asked too much: nothing was done either, and asking again at once makes it worse. */
const TOO_OFTEN = '42901';
/** The insurance core did not answer in time: done or not, only a query tells. */
const CORE_TIMEOUT = '50002';
/** Signature, time or number do not fit: something is set wrongly here, and nothing is known. */
const OUR_MISTAKES = new Set(['40101', '40102', '40103']);

/** Seals, sends and opens calls; turns everything that proves nothing into `unknown`. */
export function createCentreCall(options: CentreOptions): CentreCall {
  const { clock, log } = options;

  async function once(path: string, data: WireData, totalTimeoutMs: number): Promise<Judged> {
    try {
      const answer = await options.send({
        method: 'POST',
        url: new URL(`${options.baseUrl}${path}`),
        headers: {
          'content-type': 'application/json;charset=utf-8',
          accept: 'application/json',
          'user-agent': 'huimin-storefront',
        },
        body: JSON.stringify(sealEnvelope(options.keys, data, clock.now())),
        connectTimeoutMs: options.connectTimeoutMs,
        totalTimeoutMs,
        maxBytes: MAX_ANSWER_BYTES,
      });
      return judge(path, answer);
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      const again = error.problem === 'not-connected' || error.problem === 'broken';
      return unknown(`${error.problem}: ${error.message}`, again);
    }
  }

  function judge(path: string, answer: ExchangeAnswer): Judged {
    if (answer.status !== 200) return unknown(`HTTP ${answer.status}`, answer.status >= 500);
    const opened = openEnvelope(options.keys, answer.body, clock.now());
    if (opened.kind === 'refused') {
      // An answer that is no envelope comes from some proxy; one that is, and does not verify, is an alarm.
      const { reason } = opened;
      if (reason !== 'content') log.error({ path, reason }, 'answer of the medical-insurance centre does not verify');
      return unknown(`answer refused: ${reason}`, false);
    }
    const code = String(opened.top.code ?? '').slice(0, 20);
    const message = String(opened.top.message ?? '').slice(0, 200);
    if (code === '0') return { outcome: { kind: 'done', data: opened.data, text: opened.text }, again: false };
    if (OUR_MISTAKES.has(code)) log.error({ path, code }, 'the medical-insurance centre refuses our envelope');
    if (code === TOO_OFTEN) return { outcome: { kind: 'unknown', message: code, tooOften: true }, again: false };
    if (code === BUSY) return unknown(code, true);
    if (OUR_MISTAKES.has(code)) return { outcome: { kind: 'unknown', message: code, setting: code }, again: false };
    if (code === '' || code === CORE_TIMEOUT) return unknown(code, false);
    return { outcome: { kind: 'failed', code, message }, again: false };
  }

  return async (path, data, totalTimeoutMs) => {
    const endsAt = performance.now() + totalTimeoutMs;
    for (let sends = 1; ; sends++) {
      const leftMs = Math.max(1, endsAt - performance.now());
      const { outcome, again } = await once(path, data, leftMs);
      const mayRepeat = sends < MAX_SENDS && endsAt - performance.now() > totalTimeoutMs / 2;
      if (!again || !mayRepeat) return outcome;
    }
  };
}

interface Judged {
  readonly outcome: CallOutcome;
  readonly again: boolean;
}

function unknown(message: string, again: boolean): Judged {
  return { outcome: { kind: 'unknown', message }, again };
}
