import type { AnyCall } from '@huimin/contract';
import {
  API_BASE_PATH,
  type Envelope,
  isSuccessCode,
  PRODUCT_NUMBER,
  PRODUCT_NUMBER_HEADER,
  PROJECT_ID,
  PROJECT_ID_HEADER,
  REQUEST_TIMEOUT_MS,
  type ReplyCodeName,
  replyCodeName,
  SLOW_REQUEST_MS,
} from '@huimin/contract/wire';
import type { CallInput, CallValue, ClientCall } from './client-call.ts';
import { NetworkFailure, type NetworkFailureKind } from './network-failure.ts';

export interface CallFailure {
  readonly ok: false;
  readonly code: number | string;
  /** The code's name in the contract; null for a code this release does not know. */
  readonly name: ReplyCodeName | null;
  /** The server's sentence for a person. */
  readonly message: string;
  /** What the screen needs to explain the failure (field problems, an order number). */
  readonly result: unknown;
}

export type CallReply<T> = { readonly ok: true; readonly value: T } | CallFailure;

export interface CallOptions {
  /** False leaves the loading overlay out even if the call's description has it. */
  overlay?: boolean;
  /** The caller shows the failure itself: no toast. 300001 and 400001 are handled all the same. */
  quietFailure?: boolean;
  /** On a screen that is for everybody: that nobody is logged in is known there, and no reason to ask for a login. */
  forEverybody?: boolean;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  /** Sends in another way than the client's own, such as one that tells how far it is. */
  fetch?: ClientParts['fetch'];
  /** False for the monitoring call itself, which must never report on itself. */
  monitored?: boolean;
}

/** Something worth knowing about a call; never holds what was sent or answered. */
export interface CallEvent {
  readonly kind: 'slow-call' | 'failed-call' | 'reply-code';
  readonly call: string;
  readonly code?: string;
  readonly durationMs?: number;
}

export interface ClientParts {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  clock: { now(): number };
  timers: { set(run: () => void, delayMs: number): unknown; clear(id: unknown): void };
  /** What the phone says about its network; one that is on need not lead anywhere. */
  isOnline: () => boolean;
  /** Which screen a call is made for; told again with the code that answered it. */
  place: () => number;
  /** Number of pending calls that show the overlay. */
  onPendingChange?: (count: number) => void;
  onReplyCode?: (failure: CallFailure, call: { name: string; quiet: boolean; place: number }) => void;
  onNetworkFailure?: (failure: NetworkFailure, call: { quiet: boolean }) => void;
  report?: (event: CallEvent) => void;
  /** The server's clock as its answer told it, with the moments of sending and receiving (ms). */
  onServerTime?: (serverMs: number, sentMs: number, receivedMs: number) => void;
  /** Origin and base path; the base path alone by default. */
  baseUrl?: string;
}

export interface Client {
  /**
   * Makes one call. Resolves with the value or the failing code; rejects with `NetworkFailure` when there is no reply to
   * read (never resolves then). Throws Error('request method type') at once for an unknown method.
   */
  call<C extends AnyCall>(
    call: ClientCall<C>,
    input: CallInput<C>,
    options?: CallOptions,
  ): Promise<CallReply<CallValue<C>>>;
}

/** Kept by the specification: the client answers it at once and sends nothing. */
const RESOLVES_AT_ONCE = 'saveView';

/** The one client of the distribution API (specification, sections 7 and 8). Framework-free. */
export function createClient(parts: ClientParts): Client {
  const baseUrl = parts.baseUrl ?? API_BASE_PATH;
  let pending = 0;
  /** Rises when the pending count is reset, so that calls of before no longer count. */
  let generation = 0;

  const setPending = (count: number) => {
    if (count === pending) return;
    pending = count;
    parts.onPendingChange?.(pending);
  };

  async function exchange(call: ClientCall, request: PreparedRequest, options: CallOptions): Promise<CallReply<never>> {
    const startedMs = parts.clock.now();
    const place = parts.place();
    const monitored = options.monitored !== false;
    const report = (event: CallEvent) => monitored && parts.report?.(event);
    const counted = options.overlay !== false && call.overlay !== false ? generation : null;
    if (counted !== null) setPending(pending + 1);
    try {
      const answer = await send(call, request, options, startedMs);
      if (counted === generation) setPending(pending - 1);
      const durationMs = parts.clock.now() - startedMs;
      if (durationMs > SLOW_REQUEST_MS) report({ kind: 'slow-call', call: call.name, durationMs });
      if (answer.ok) return answer as CallReply<never>;
      // Who stands in line asks again and again, at a time when nobody needs one more request from each.
      if (answer.name !== 'in-line')
        report({ kind: 'reply-code', call: call.name, code: String(answer.code), durationMs });
      const isKnown = options.forEverybody === true && answer.name === 'not-logged-in';
      if (monitored && !isKnown)
        parts.onReplyCode?.(answer, { name: call.name, quiet: options.quietFailure === true, place });
      return answer;
    } catch (problem) {
      if (counted !== null) {
        generation += 1;
        setPending(0);
      }
      const failure = problem instanceof NetworkFailure ? problem : new NetworkFailure('bad-reply', call.name);
      const code = failure.status === null ? failure.kind : String(failure.status);
      report({ kind: 'failed-call', call: call.name, code, durationMs: parts.clock.now() - startedMs });
      if (monitored) parts.onNetworkFailure?.(failure, { quiet: options.quietFailure === true });
      throw failure;
    }
  }

  async function send(
    call: ClientCall,
    request: PreparedRequest,
    options: CallOptions,
    sentMs: number,
  ): Promise<CallReply<unknown>> {
    const abort = new AbortController();
    const fail = (kind: NetworkFailureKind, status?: number) => new NetworkFailure(kind, call.name, status);
    let timer: unknown;
    // The race, not the abort alone: a body that stalls after its headers must end at the same moment.
    const timeout = new Promise<never>((_, reject) => {
      timer = parts.timers.set(() => {
        reject(fail('timeout'));
        abort.abort();
      }, REQUEST_TIMEOUT_MS);
    });
    const reading = async () => {
      let response: Response;
      try {
        response = await (options.fetch ?? parts.fetch)(baseUrl + request.path, {
          method: call.method,
          headers: request.headers,
          body: request.body,
          credentials: 'same-origin',
          keepalive: options.keepalive,
          signal: abort.signal,
        });
      } catch {
        throw fail(parts.isOnline() ? 'unreachable' : 'offline');
      }
      noteServerTime(response, sentMs);
      if (!response.ok) throw fail('http', response.status);
      return readReply(call, response, fail);
    };
    try {
      return await Promise.race([reading(), timeout]);
    } finally {
      parts.timers.clear(timer);
    }
  }

  function noteServerTime(response: Response, sentMs: number): void {
    const serverMs = Date.parse(response.headers.get('date') ?? '');
    if (Number.isNaN(serverMs)) return;
    const ageMs = Number(response.headers.get('age') ?? 0) * 1000;
    parts.onServerTime?.(serverMs + ageMs, sentMs, parts.clock.now());
  }

  return {
    call(call, input, options = {}) {
      const request = prepare(call, input as Record<string, unknown>, parts.clock.now());
      if (call.name === RESOLVES_AT_ONCE) return Promise.resolve({ ok: true as const, value: {} as never });
      return exchange(call, request, options);
    },
  };
}

interface PreparedRequest {
  path: string;
  headers: Record<string, string>;
  body: BodyInit | undefined;
}

function prepare(call: ClientCall, input: Record<string, unknown>, nowMs: number): PreparedRequest {
  const headers: Record<string, string> = { [PRODUCT_NUMBER_HEADER]: PRODUCT_NUMBER, [PROJECT_ID_HEADER]: PROJECT_ID };
  const rest = { ...input };
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  switch (call.method) {
    case 'GET':
    case 'DELETE':
    case 'HEAD':
      return { path: `${path}?${queryOf({ t: nowMs, ...rest })}`, headers, body: undefined };
    case 'POST':
    case 'PUT':
    case 'PATCH':
      headers['content-type'] = 'application/json';
      return { path, headers, body: JSON.stringify(rest) };
    default:
      throw new Error('request method type');
  }
}

function queryOf(params: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return query.toString();
}

async function readReply(
  call: ClientCall,
  response: Response,
  fail: (kind: NetworkFailureKind) => NetworkFailure,
): Promise<CallReply<unknown>> {
  const type = response.headers.get('content-type') ?? '';
  const isJson = type.includes('json');
  if (type.includes('html') && call.method !== 'HEAD') throw fail('blocked');
  if (call.replyKind === 'file' && !isJson) return { ok: true, value: await response.blob() };
  let body: Envelope | null = null;
  try {
    body = call.method === 'HEAD' ? null : await response.json();
  } catch {
    throw fail('bad-reply');
  }
  if (call.method === 'HEAD' || call.codeCheck === 'passThrough') return { ok: true, value: body };
  if (body === null || typeof body !== 'object') throw fail('bad-reply');
  const value = body[call.replyField ?? 'result'] ?? null;
  if (call.codeCheck === 'codeAllPass' || isSuccessCode(body.code)) return { ok: true, value };
  return {
    ok: false,
    code: body.code,
    name: replyCodeName(body.code),
    message: body.message || '系统忙，请稍后再试',
    result: value,
  };
}
