import { isSuccessCode, replyCodeName } from '@huimin/contract/wire';
import type { Batch } from './batch.ts';
import { bodyOf } from './batch.ts';
import type { Shorten } from './wire.ts';

/** What became of one sending: the server has it, will never take it, or did not answer. */
export type Sent = Taken | { readonly end: 'refused' } | { readonly end: 'unsent' };
export interface Taken {
  readonly end: 'taken';
  /** Lets a later visit send what is left over; may be empty. */
  readonly key: string;
  readonly serverAt: number | null;
}

export interface SendParts {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  timers: { set(run: () => void, delayMs: number): unknown; clear(id: unknown): void };
  /** Null where the browser cannot; then it goes as it is. */
  compress: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** Null where the build's reference has not come. */
  shorten: Shorten | null;
  url: string;
}

/** Specification, section 9; doubled with each attempt, so that a slow line gets a batch through in the end. */
const TIMEOUT_MS = 2_000;
const LONGEST_TIMEOUT_MS = 60_000;
/** Answers that mean the same however often they are asked for. */
const REFUSING_STATUS = [400, 413, 415, 422];
/** Nobody there knows this reference. */
const UNKNOWN_REFERENCE = 415;
/** What is shorter hardly becomes shorter still. */
const WORTH_COMPRESSING = 1_000;
/** What differs from the reference has little in it twice. */
const SHORT_WORTH_COMPRESSING = 4_000;
const JSON_BEGINS = 0x7b;
const GZIP_BEGINS = 0x1f;
/** Names of replies that mean: later. */
const LATER: readonly string[] = ['too-many-requests', 'server-busy', 'provider-busy'];

export interface Sender {
  /** `attempt` counts from 0. Never rejects. */
  send(batch: Batch, key: string, attempt: number): Promise<Sent>;
  /** What goes along as the page goes away. There is no time to compress it; what has been on its way before is. */
  leavingBody(batch: Batch, key: string): Uint8Array<ArrayBuffer>;
  /** Outlives the page, and asks for no permission before. */
  sendLeaving(body: Uint8Array<ArrayBuffer>): Promise<Sent>;
}

export function createSender({ fetch, timers, compress, shorten, url }: SendParts): Sender {
  let packed = new WeakMap<Batch, Uint8Array<ArrayBuffer>>();
  let understood = true;

  async function post(init: RequestInit, timeoutMs: number): Promise<Sent> {
    const abort = new AbortController();
    let timer: unknown;
    const late = new Promise<Sent>((resolve) => {
      timer = timers.set(() => {
        resolve({ end: 'unsent' });
        abort.abort();
      }, timeoutMs);
    });
    // Which page it comes from is in what is sent.
    const how = { method: 'POST', credentials: 'same-origin', referrerPolicy: 'no-referrer' } as const;
    const asked = fetch(url, { ...init, ...how, signal: abort.signal }).then(
      (response) => {
        if (response.status !== UNKNOWN_REFERENCE || shorten === null || !understood) return read(response);
        // From now on without it, this one too.
        understood = false;
        packed = new WeakMap();
        return { end: 'unsent' } as const;
      },
      (): Sent => ({ end: 'unsent' }),
    );
    const sent = await Promise.race([asked, late]);
    timers.clear(timer);
    return sent;
  }

  /** Short, or as everybody understands it. */
  const written = (batch: Batch, key: string) =>
    (understood && shorten?.(batch, key)) || new TextEncoder().encode(bodyOf(batch, key));

  return {
    async send(batch, key, attempt) {
      const timeoutMs = Math.min(LONGEST_TIMEOUT_MS, TIMEOUT_MS * 2 ** attempt);
      let body = packed.get(batch);
      if (!body) {
        body = written(batch, key);
        const worth = body[0] === JSON_BEGINS ? WORTH_COMPRESSING : SHORT_WORTH_COMPRESSING;
        const small = body.length > worth ? await compress(body).catch(() => null) : null;
        if (small && small.length < body.length) body = small;
        if (body[0] !== JSON_BEGINS) packed.set(batch, body);
      }
      const headers = {
        'content-type': body[0] === JSON_BEGINS ? 'application/json' : 'text/plain',
        ...(body[0] === GZIP_BEGINS ? { 'content-encoding': 'gzip' } : {}),
      };
      return post({ headers, body }, timeoutMs);
    },
    leavingBody: (batch, key) => packed.get(batch) ?? written(batch, key),
    sendLeaving: (body) =>
      post({ headers: { 'content-type': 'text/plain;charset=UTF-8' }, body, keepalive: true }, LONGEST_TIMEOUT_MS),
  };
}

async function read(response: Response): Promise<Sent> {
  if (!response.ok) return { end: REFUSING_STATUS.includes(response.status) ? 'refused' : 'unsent' };
  const reply = (await response.json().catch(() => null)) as Reply | null;
  if (reply === null) return { end: 'unsent' };
  const { code, key, serverTime, ack, receipt } = reply;
  const name = replyCodeName(code);
  if (name !== null && LATER.includes(name)) return { end: 'unsent' };
  // Two different ones of one number: the server keeps both.
  if (!isSuccessCode(code) && name !== 'recording-conflict') return { end: 'refused' };
  // Taken note of and not kept: too many within a minute. A service of before tells neither.
  if (ack !== undefined && receipt === null) return { end: 'unsent' };
  return {
    end: 'taken',
    key: typeof key === 'string' ? key : '',
    serverAt: typeof serverTime === 'number' ? serverTime : null,
  };
}

interface Reply {
  readonly code: number | string;
  readonly key?: unknown;
  readonly serverTime?: unknown;
  readonly ack?: unknown;
  readonly receipt?: unknown;
}
