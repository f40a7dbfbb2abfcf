import type { Exchange } from '../http-exchange.ts';

const CONNECT_TIMEOUT_MS = 3_000;
const TOTAL_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;

export type WbfaceFields = Readonly<Record<string, unknown>>;
/** `code` is the platform's; `fields` are those of the whole answer. Null without a usable answer. */
export type WbfaceAnswer = { readonly code: string; readonly fields: WbfaceFields } | null;

/** One call to WBface. Its messages are not passed on: they may repeat what was asked. */
export async function askWbface(
  exchange: Exchange,
  baseUrl: string,
  path: string,
  query: Readonly<Record<string, string>>,
  body?: object,
): Promise<WbfaceAnswer> {
  try {
    const answer = await exchange({
      method: body === undefined ? 'GET' : 'POST',
      url: new URL(`${path}?${new URLSearchParams(query)}`, baseUrl),
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? '' : JSON.stringify(body),
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      totalTimeoutMs: TOTAL_TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    const fields: unknown = answer.status === 200 ? JSON.parse(answer.body.toString('utf8')) : null;
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return null;
    const { code } = fields as { code?: unknown };
    return typeof code === 'string' || typeof code === 'number'
      ? { code: String(code), fields: fields as WbfaceFields }
      : null;
  } catch {
    return null;
  }
}
