import type { Exchange } from '../http-exchange.ts';
import { type AccountAnswer, readAccountAnswer, SYSTEM_BUSY } from './account-answer.ts';

export interface AccountCallOptions {
  /** Server calls, `https://api.weixin.qq.com` in production. */
  readonly apiBase: string;
  readonly exchange: Exchange;
  readonly sleep: (ms: number) => Promise<void>;
  /** An answer that only an operator can mend, by its errcode. */
  readonly tellFault?: (errcode: number) => void;
}

export type AskAccount = (method: 'GET' | 'POST', path: string, query: string, body?: string) => Promise<AccountAnswer>;

const CONNECT_TIMEOUT_MS = 3_000;
const TOTAL_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const BUSY_RETRIES = 2;
const BUSY_WAIT_MS = 300;

/** Asks the platform's server; "system busy" is asked again, twice. */
export function createAccountCall(options: AccountCallOptions): AskAccount {
  async function askOnce(method: 'GET' | 'POST', path: string, query: string, body: string): Promise<AccountAnswer> {
    const url = new URL(`${path}${query && `?${query}`}`, options.apiBase);
    const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
    try {
      const answer = await options.exchange({
        method,
        url,
        headers,
        body,
        connectTimeoutMs: CONNECT_TIMEOUT_MS,
        totalTimeoutMs: TOTAL_TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
      });
      return readAccountAnswer(answer);
    } catch (error) {
      return { kind: 'no-answer', message: error instanceof Error ? error.message : 'no answer' };
    }
  }
  return async (method, path, query, body = '') => {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await askOnce(method, path, query, body);
      if (answer.kind !== 'error' || answer.errcode !== SYSTEM_BUSY || attempt === BUSY_RETRIES) return answer;
      await options.sleep(BUSY_WAIT_MS);
    }
  };
}
