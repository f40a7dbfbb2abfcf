import type { FaceAsk, FaceFailure, FaceProvider, FaceResult } from '../../ports/identity-checks.ts';
import type { Log, Random } from '../../ports/outside.ts';
import type { ProviderTokens } from '../../ports/provider-tokens.ts';
import type { Exchange } from '../http-exchange.ts';
import { wbfaceSign } from './sign.ts';
import { askWbface, type WbfaceAnswer, type WbfaceFields } from './wbface-call.ts';
import { createWbfaceTickets } from './wbface-tickets.ts';

export interface WbfaceOptions {
  readonly appId: string;
  readonly secret: string;
  /** Server calls. */
  readonly baseUrl: string;
  /** Where browsers open the page. */
  readonly pageBase: string;
  readonly tokens: ProviderTokens;
  readonly exchange: Exchange;
  readonly random: Random;
  readonly log: Log;
}

const VERSION = '1.0.0';
const SUCCESS = '0';
const SIGN_REFUSED = '66660021';
const NO_RECORD = '66660011';
const GIVEN_UP = '3001';
const WRONG_PERSON = new Set(['66660015', '66660010']);
const FAILURES: Readonly<Record<string, FaceFailure>> = {
  '66660004': 'not-same',
  '66660010': 'name-mismatch',
  '66660023': 'not-live',
};
/** Codes of checks that took place and were not passed; whatever else is said leaves the result open. */
const FAILED = /^6666\d{4}$/;
/** Hosts the platform may name as the nearest for a page. */
const PAGE_HOST = /^[a-z0-9-]{1,40}\.qcloud\.com$/;

/** WeBank's face check on its own page, for any browser. */
export function createWbface(options: WbfaceOptions): FaceProvider {
  const { appId, random } = options;
  const ask = (path: string, query: Readonly<Record<string, string>>, body?: object) =>
    askWbface(options.exchange, options.baseUrl, path, query, body);
  const tickets = createWbfaceTickets({ ...options, version: VERSION, ask });
  const newNonce = () => random.bytes(16).toString('hex');

  /** A call signed by the shared ticket; with a fresh one once more when the platform does not know it any more. */
  async function askSigned(path: string, orderNo: string, fields: Record<string, string>): Promise<WbfaceAnswer> {
    let ticket = await tickets.sign();
    for (let attempt = 0; ticket !== null; attempt += 1) {
      const sign = wbfaceSign([...Object.values(fields), ticket]);
      const answer = await ask(path, { orderNo }, { ...fields, sign });
      if (answer?.code !== SIGN_REFUSED || attempt > 0) return answer;
      ticket = await tickets.sign(ticket);
    }
    return null;
  }

  async function pageAddress(given: FaceAsk, faceId: string, pageBase: string): Promise<string | null> {
    const userId = given.checkNo;
    const ticket = await tickets.nonce(userId);
    if (ticket === null) return null;
    const nonce = newNonce();
    const query = new URLSearchParams({
      ...{ appId, version: VERSION, nonce, orderNo: given.checkNo, h5faceId: faceId, url: given.returnUrl, userId },
      ...{ sign: wbfaceSign([appId, userId, VERSION, nonce, ticket]), from: 'browser' },
    });
    return `${pageBase}/api/web/login?${query}`;
  }

  return {
    code: 'wbface',

    async begin(given) {
      const { checkNo: orderNo, name, idNumber: idNo } = given;
      // The platform's user is the check itself: it learns no number of ours that stays the same.
      const fields = { appId, orderNo, name, idNo, userId: orderNo, version: VERSION };
      const answer = await askSigned('/api/server/h5/geth5faceid', orderNo, fields);
      if (answer === null) return { kind: 'busy', code: 'no-answer' };
      if (WRONG_PERSON.has(answer.code)) return { kind: 'wrong-person', code: answer.code };
      const result = resultField(answer.fields);
      const faceId = result?.h5faceId ?? result?.faceId;
      if (answer.code !== SUCCESS || typeof faceId !== 'string' || !/^[0-9A-Za-z]{1,64}$/.test(faceId)) {
        return { kind: 'busy', code: answer.code };
      }
      const domain = String(result?.optimalDomain ?? '');
      const url = await pageAddress(given, faceId, PAGE_HOST.test(domain) ? `https://${domain}` : options.pageBase);
      return url === null ? { kind: 'busy', code: 'no-ticket' } : { kind: 'begun', url, handle: faceId };
    },

    async result({ checkNo: orderNo }): Promise<FaceResult> {
      const fields = { appId, orderNo, version: VERSION, nonce: newNonce() };
      const answer = await askSigned('/api/v2/base/queryfacerecord', orderNo, fields);
      if (answer === null) return { kind: 'busy', code: 'no-answer' };
      const { code } = answer;
      if (code === NO_RECORD) return { kind: 'none' };
      if (code === GIVEN_UP) return { kind: 'given-up' };
      if (code === SUCCESS && resultField(answer.fields)?.orderNo === orderNo) return { kind: 'passed', person: null };
      if (code === SUCCESS || code === SIGN_REFUSED || !FAILED.test(code)) return { kind: 'busy', code };
      return { kind: 'failed', reason: FAILURES[code] ?? 'other', code };
    },
  };
}

function resultField({ result }: WbfaceFields): WbfaceFields | null {
  return typeof result === 'object' && result !== null && !Array.isArray(result) ? (result as WbfaceFields) : null;
}
