import type { Log } from '../ports/outside.ts';
import { type Exchange, type ExchangeAnswer, ExchangeError } from './http-exchange.ts';

export type Json = Readonly<Record<string, unknown>>;

/** `answered` was verified; everything that proves nothing is `unknown`. */
export type JsonOutcome =
  | { readonly kind: 'answered'; readonly json: Json }
  /** `tooOften`: it did nothing, because it is asked too much. `setting`: its code for not knowing who asks. */
  | { readonly kind: 'unknown'; readonly message: string; readonly tooOften?: true; readonly setting?: string };

/** What differs between the providers that sign JSON in headers. */
export interface JsonDialect {
  /** Name in logs. */
  readonly provider: string;
  /** Path below the base address. */
  readonly baseUrl: string;
  /** Body and headers of one send; made anew for each. */
  compose(content: Json): { readonly headers: Readonly<Record<string, string>>; readonly body: string };
  /** Why the answer's signature is not believed, or null. */
  distrust(answer: ExchangeAnswer): string | null;
  /** Answers by which the provider asks to come again, at once or not; null for all others. */
  busy(json: Json): 'again' | 'too-often' | null;
}

export interface JsonCallerOptions {
  readonly send: Exchange;
  readonly log: Log;
  readonly connectTimeoutMs: number;
  readonly totalTimeoutMs: number;
}

/** `once`: sent again only when nobody was reached, for a call that is refused the second time. */
export type JsonCall = (path: string, content: Json, repeat?: 'once' | 'repeat') => Promise<JsonOutcome>;

const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_SENDS = 3;

/** Signs, sends and verifies JSON calls of one provider. */
export function createJsonCall(dialect: JsonDialect, options: JsonCallerOptions): JsonCall {
  async function attempt(path: string, content: Json, totalTimeoutMs: number): Promise<Judged> {
    const { headers, body } = dialect.compose(content);
    try {
      const answer = await options.send({
        method: 'POST',
        url: new URL(`${dialect.baseUrl}${path}`),
        headers: {
          ...headers,
          'content-type': 'application/json',
          accept: 'application/json',
          'user-agent': 'huimin-storefront',
        },
        body,
        connectTimeoutMs: options.connectTimeoutMs,
        totalTimeoutMs,
        maxBytes: MAX_ANSWER_BYTES,
      });
      return judge(path, answer);
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      const again = error.problem === 'not-connected' ? 'unreached' : error.problem === 'broken';
      return { outcome: { kind: 'unknown', message: `${error.problem}: ${error.message}` }, again };
    }
  }

  function judge(path: string, answer: ExchangeAnswer): Judged {
    if (answer.status >= 500) return unknown(`HTTP ${answer.status}`, true);
    const json = jsonObject(answer.body);
    const problem = dialect.distrust(answer);
    if (problem !== null) {
      // What the provider refuses before it knows who calls is unsigned; either way nothing is known.
      const code = typeof json?.code === 'string' ? json.code.slice(0, 20) : null;
      options.log.error(
        { provider: dialect.provider, path, status: answer.status, problem, code },
        'provider answer with a signature that does not fit',
      );
      const message = `answer refused: ${problem} ${code ?? ''}`.trim();
      const isRefusal = problem === 'unsigned' && answer.status >= 400 && code !== null;
      return { outcome: { kind: 'unknown', message, ...(isRefusal ? { setting: code } : {}) }, again: false };
    }
    if (answer.status !== 200 || !json) return unknown(`HTTP ${answer.status}, not a JSON object`, false);
    const busy = dialect.busy(json);
    if (busy === null) return { outcome: { kind: 'answered', json }, again: false };
    const message = `busy: ${String(json.code)}`;
    return busy === 'again'
      ? unknown(message, true)
      : { outcome: { kind: 'unknown', message, tooOften: true }, again: false };
  }

  return async (path, content, repeat = 'repeat') => {
    const endsAt = performance.now() + options.totalTimeoutMs;
    for (let sends = 1; ; sends++) {
      const leftMs = Math.max(1, endsAt - performance.now());
      const { outcome, again } = await attempt(path, content, leftMs);
      const may = again === 'unreached' || (again && repeat === 'repeat');
      const timeLeft = endsAt - performance.now() > options.totalTimeoutMs / 2;
      if (!may || sends >= MAX_SENDS || !timeLeft) return outcome;
    }
  };
}

interface Judged {
  readonly outcome: JsonOutcome;
  /** `unreached`: the call had no effect. */
  readonly again: boolean | 'unreached';
}

function unknown(message: string, again: boolean): Judged {
  return { outcome: { kind: 'unknown', message }, again };
}

/** The bytes as a JSON object, or null. */
export function jsonObject(body: Buffer): Json | null {
  try {
    return asObject(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)));
  } catch {
    return null;
  }
}

/** The value when it is an object, or null. */
export function asObject(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

/** The address when a browser may be sent there: a secure one, or one of the provider's own host. */
export function pageAddress(value: unknown, baseUrl: string): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.protocol === 'https:' || url.origin === new URL(baseUrl).origin ? value : null;
}
