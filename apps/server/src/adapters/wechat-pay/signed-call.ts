import type { Clock, Log, Random } from '../../ports/outside.ts';
import { type Exchange, type ExchangeAnswer, ExchangeError } from '../http-exchange.ts';
import type { Host, Hosts } from './hosts.ts';
import { checkPlatformSignature, headerOf, type PlatformKeySource } from './platform-signature.ts';
import { authorizationHeader, type MerchantKey } from './request-signature.ts';

export type Json = Readonly<Record<string, unknown>>;

/** What became of a call. Only `done` was verified; of `error` nothing but the code may be used. */
export type CallOutcome =
  | { readonly kind: 'done'; readonly status: number; readonly json: Json }
  | { readonly kind: 'error'; readonly status: number; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string };

export interface SignedCall {
  readonly method: 'GET' | 'POST';
  /** Path and query below the base address, encoded. */
  readonly path: string;
  readonly body?: Json;
}

export interface CallerOptions {
  readonly hosts: Hosts;
  readonly merchant: MerchantKey;
  readonly send: Exchange;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly connectTimeoutMs: number;
  readonly totalTimeoutMs: number;
}

export interface Caller {
  /** Sends a signed call; the answer's signature is checked with `keys`. */
  call(request: SignedCall, keys: PlatformKeySource, requestedSerial: string | null): Promise<CallOutcome>;
  /** Sends a signed call to the first host and returns the answer unverified (certificate list, bill files). */
  sendUnverified(request: SignedCall, maxBytes: number, totalTimeoutMs: number): Promise<ExchangeAnswer>;
  /** Path and query of an absolute address, for asking the base address; null when it is no API v3 address. */
  pathOf(address: string): string | null;
}

const MAX_ANSWER_BYTES = 1024 * 1024;
/**
 * Every call carries its own number (order, refund), by which it is done once however often it comes, so that a broken one may simply be
 * sent again, to the other host as well. Whatever was answered is an answer, and is not asked for elsewhere.
 */
const MAX_SENDS = 3;

/** Signs, sends and verifies calls; turns everything that proves nothing into `unknown`. */
export function createCaller(options: CallerOptions): Caller {
  const { clock, random, log, merchant } = options;
  const { hosts } = options;

  function nonceText(): string {
    return random.bytes(16).toString('hex').toUpperCase();
  }

  async function send(
    { base, prefix }: Host,
    request: SignedCall,
    limits: { totalTimeoutMs: number; maxBytes: number },
    requestedSerial: string | null,
  ): Promise<ExchangeAnswer> {
    const target = `${prefix}${request.path}`;
    const body = request.body ? JSON.stringify(request.body) : '';
    const timestampSeconds = Math.floor(clock.now() / 1000);
    const parts = { method: request.method, target, timestampSeconds, nonce: nonceText(), body };
    return options.send({
      method: request.method,
      url: new URL(target, base),
      headers: {
        authorization: authorizationHeader(parts, merchant),
        accept: 'application/json',
        'user-agent': 'huimin-storefront',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(requestedSerial ? { 'wechatpay-serial': requestedSerial } : {}),
      },
      body,
      connectTimeoutMs: options.connectTimeoutMs,
      ...limits,
    });
  }

  /** By its id the platform finds what it refused. That it does not know an order is no news. */
  function logRefusal(request: SignedCall, answer: ExchangeAnswer, outcome: CallOutcome): void {
    const code = outcome.kind === 'error' ? outcome.code : null;
    if (code !== null && answer.status === 404 && isNoSuchOrder(code)) return;
    log.info(
      {
        ...{ path: pathWithoutNumbers(request.path), status: answer.status, code },
        providerRequestId: requestIdOf(answer),
      },
      'WeChat Pay refused a call',
    );
  }

  async function judge(request: SignedCall, answer: ExchangeAnswer, keys: PlatformKeySource): Promise<Judged> {
    if (answer.status < 200 || answer.status >= 300) {
      const outcome = errorOutcome(answer);
      logRefusal(request, answer, outcome);
      return { outcome, again: answer.status >= 500 && request.method === 'GET' };
    }
    const check = await checkPlatformSignature(answer.headers, answer.body, keys, clock.now());
    if (!check.ok) {
      if (!check.probe) {
        log.error(
          { path: pathWithoutNumbers(request.path), reason: check.reason, providerRequestId: requestIdOf(answer) },
          'WeChat Pay answer with a signature that does not fit',
        );
      }
      return { outcome: { kind: 'unknown', message: `answer refused: ${check.reason}` }, again: check.probe };
    }
    const json = answer.body.length === 0 ? {} : parseJson(answer.body);
    if (!json) return { outcome: { kind: 'unknown', message: 'answer is not a JSON object' }, again: false };
    return { outcome: { kind: 'done', status: answer.status, json }, again: false };
  }

  return {
    async call(request, keys, requestedSerial) {
      const endsAt = performance.now() + options.totalTimeoutMs;
      let host = hosts.present();
      // Half of the time is for the other host, once.
      let mayMove = hosts.hasAnother;
      for (let sends = 1; ; sends++) {
        const leftMs = Math.max(1, endsAt - performance.now());
        const mayRepeat = sends < MAX_SENDS && leftMs > options.totalTimeoutMs / 2;
        const totalTimeoutMs = mayMove ? Math.max(1, leftMs - options.totalTimeoutMs / 2) : leftMs;
        try {
          const limits = { totalTimeoutMs, maxBytes: MAX_ANSWER_BYTES };
          const answer = await send(host, request, limits, requestedSerial);
          const { outcome, again } = await judge(request, answer, keys);
          if (again && mayRepeat) continue;
          return outcome;
        } catch (error) {
          if (!(error instanceof ExchangeError)) throw error;
          // A connection that was kept may have been closed there just now, which says nothing of the host.
          if (error.problem === 'broken' && sends === 1 && mayRepeat) continue;
          const other = mayMove && error.problem !== 'too-large' ? hosts.instead(host) : null;
          if (other !== null) {
            log.warn(
              { host: host.base.host, problem: error.problem, instead: other.base.host },
              'WeChat Pay not reached',
            );
            [host, mayMove] = [other, false];
            continue;
          }
          const lost = error.problem === 'not-connected' || error.problem === 'broken';
          if (lost && mayRepeat) continue;
          return { kind: 'unknown', message: `${error.problem}: ${error.message}` };
        }
      }
    },
    sendUnverified: (request, maxBytes, totalTimeoutMs) =>
      send(hosts.first, request, { maxBytes, totalTimeoutMs }, null),
    pathOf(address) {
      if (!URL.canParse(address)) return null;
      const url = new URL(address);
      const whole = `${url.pathname}${url.search}`;
      const { prefix } = hosts.first;
      return whole.startsWith(`${prefix}/v3/`) ? whole.slice(prefix.length) : null;
    },
  };
}

/** Whether a 404 says that there is no such order or refund; any other proves nothing. */
export function isNoSuchOrder(code: string): boolean {
  return code === 'ORDER_NOT_EXIST' || code === 'ORDERNOTEXIST' || code === 'RESOURCE_NOT_EXISTS';
}

interface Judged {
  readonly outcome: CallOutcome;
  readonly again: boolean;
}

function errorOutcome(answer: ExchangeAnswer): CallOutcome {
  const json = parseJson(answer.body);
  const code = typeof json?.code === 'string' ? json.code.slice(0, 60) : null;
  if (!code) return { kind: 'unknown', message: `HTTP ${answer.status} without a code` };
  const message = typeof json?.message === 'string' ? json.message.slice(0, 200) : '';
  return { kind: 'error', status: answer.status, code, message };
}

// One for all: making a decoder costs more than a notice's bytes. Whole texts leave nothing behind in it.
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The body as a JSON object, or null. */
export function parseJson(body: Buffer): Json | null {
  try {
    const value: unknown = JSON.parse(UTF8.decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}

function requestIdOf(answer: ExchangeAnswer): string {
  return headerOf(answer.headers, 'Request-Id').slice(0, 100);
}

function pathWithoutNumbers(path: string): string {
  return (path.split('?')[0] as string).replace(/[0-9A-Z]{16,}/g, '…');
}
