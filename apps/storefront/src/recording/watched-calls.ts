import { isSuccessCode } from '@huimin/contract/wire';

/** What of a call goes into the record; never what was sent or answered. */
export interface WatchedCalls {
  readonly mark: (tag: string, payload: object) => void;
  readonly now: () => number;
  readonly traceId: () => string | null;
  /** Everything until here is with the server, or this long was waited for it. */
  readonly flush: (waitMs: number) => Promise<boolean>;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Names and numbers of people that an answer holds. */
  readonly know: (texts: readonly string[]) => void;
  /** Who was here is gone, or somebody else is here. */
  readonly onPersonGone: () => void;
  /** The masked phone of whoever logged in here last; null where nobody is known. */
  readonly account: () => string | null;
  /** What stands before the path of a call. */
  readonly basePath: string;
}

/** By path: what saves an order, and what asks for its payment. */
const SAVING = /\/insure\/(?:order|upgrade)\/save$/;
const PAYING = /\/(?:jsapiPay|signAndPay|wapPay|pay\/getOrderNo|getPayUrl|jsybpay\/pay)$/;
/** A closed account's recording is used for nothing any more: what is bought next must not stand in it. */
const LEAVING = /\/user\/(?:logout|close)$/;
const LOGGING_IN = /\/user\/(?:(?:register|identity)\/(?:auth\w*|complete)|settle\/login|alipayAuth)$/;
const UNWATCHED = /\/monitoring\/report$/;
/** An order waits this long for what led to it to be with the server. */
const ORDER_WAIT_MS = 1_500;
const CLOCK_EVERY_MS = 60_000;

export function watchCalls(parts: WatchedCalls): (url: string, init: RequestInit) => Promise<Response> {
  let clockAt = Number.NEGATIVE_INFINITY;

  function noteClock(response: Response, sentAt: number): void {
    const serverAt = Date.parse(response.headers.get('date') ?? '');
    const clientAt = parts.now();
    if (Number.isNaN(serverAt) || clientAt - clockAt < CLOCK_EVERY_MS) return;
    clockAt = clientAt;
    parts.mark('clock', { serverAt, clientAt, rttMs: clientAt - sentAt });
  }

  async function noteReply(path: string, response: Response, sentAt: number): Promise<void> {
    const ms = parts.now() - sentAt;
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    const body = isJson
      ? ((await response
          .clone()
          .json()
          .catch(() => null)) as Reply | null)
      : null;
    const requestId = typeof body?.subMessage === 'string' ? body.subMessage : '';
    const known = textsOfPeople(body);
    if (known.length > 0) parts.know(known);
    parts.mark('api', { path, status: response.status, code: String(body?.code ?? ''), ms, requestId });
    noteClock(response, sentAt);
    if (SAVING.test(path) && typeof body?.result?.orderNo === 'string') {
      parts.mark('order', { orderNo: body.result.orderNo });
    }
    if (isSuccessCode(body?.code) && (LEAVING.test(path) || isSomebodyElse(path, body))) parts.onPersonGone();
  }

  /** Logged in with another phone than the account before, whose session had ended by itself. */
  function isSomebodyElse(path: string, body: Reply | null): boolean {
    const before = parts.account();
    const now = body?.result?.account?.phoneMasked ?? body?.result?.phoneMasked;
    return LOGGING_IN.test(path) && before !== null && typeof now === 'string' && now !== before;
  }

  return async (url, init) => {
    const path = (url.split('?')[0] as string).slice(parts.basePath.length);
    if (UNWATCHED.test(path)) return parts.fetch(url, init);
    let headers = init.headers;
    const saves = SAVING.test(path);
    const brings = saves || PAYING.test(path);
    const leaves = LEAVING.test(path);
    // What one person did is sent in that person's session: in another's it is refused, in nobody's not believed.
    if (brings || leaves || (LOGGING_IN.test(path) && parts.account() !== null)) {
      const there = parts.flush(ORDER_WAIT_MS).catch(() => false);
      if (saves || leaves) await there;
    }
    if (brings) {
      const traceId = parts.traceId();
      if (traceId !== null) headers = { ...(headers as Record<string, string>), 'x-record-id': traceId };
    }
    const sentAt = parts.now();
    try {
      const response = await parts.fetch(url, { ...init, headers: headers ?? {} });
      // Before the app has it: what an answer says of people must be known when a screen shows it.
      await noteReply(path, response, sentAt).catch(() => {});
      return response;
    } catch (failure) {
      parts.mark('api', { path, status: 0, code: '', ms: parts.now() - sentAt, requestId: '' });
      throw failure;
    }
  };
}

interface Reply {
  readonly code?: unknown;
  readonly subMessage?: unknown;
  readonly result?: {
    readonly orderNo?: unknown;
    readonly phoneMasked?: unknown;
    readonly account?: { readonly phoneMasked?: unknown } | null;
  } | null;
}

/** An object is a person if it has one of these, or stands under one of those names. */
const OF_A_PERSON = /^(?:memberId|idNumber|idNumberMasked|phone|phoneMasked|nameMasked|relationship|staffNo)$/;
const PEOPLE = /^(?:people|members|insured|payer|holder|policyholder|person|account|profile|staff)$/i;
const TELLING = /name|masked|phone|mail|address|birth|idnumber/i;
const DEEPEST = 6;

function textsOfPeople(value: unknown, parent = '', depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  if (Array.isArray(value)) return value.flatMap((one) => textsOfPeople(one, parent, depth + 1));
  const entries = Object.entries(value);
  const isPerson = PEOPLE.test(parent) || entries.some(([name]) => OF_A_PERSON.test(name));
  return entries.flatMap(([name, inner]) => {
    if (typeof inner === 'string') return isPerson && TELLING.test(name) && inner !== '' ? [inner] : [];
    return textsOfPeople(inner, name, depth + 1);
  });
}
