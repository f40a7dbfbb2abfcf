import type { ExchangeResult, MessagingApp } from '../../ports/messaging-app.ts';
import type { Log } from '../../ports/outside.ts';
import type { FetchedToken, ProviderTokens } from '../../ports/provider-tokens.ts';
import type { Exchange } from '../http-exchange.ts';
import {
  type AccountAnswer,
  CODE_REFUSED,
  readAccountAnswer,
  STALE_CREDENTIAL,
  SYSTEM_BUSY,
} from './account-answer.ts';
import { pageSignature } from './page-signature.ts';

export interface WechatAccountOptions {
  readonly appId: string;
  readonly appSecret: string;
  /** Server calls, `https://api.weixin.qq.com` in production. */
  readonly apiBase: string;
  /** The authorisation page, `https://open.weixin.qq.com` in production. */
  readonly openBase: string;
  /** Only pages of this origin are signed. */
  readonly publicOrigin: string;
  readonly tokens: ProviderTokens;
  readonly exchange: Exchange;
  readonly log: Log;
  readonly sleep: (ms: number) => Promise<void>;
}

type Fields = Readonly<Record<string, unknown>>;

const CONNECT_TIMEOUT_MS = 3_000;
const TOTAL_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const BUSY_RETRIES = 2;
const BUSY_WAIT_MS = 300;

/** The official account: silent authorisation (openId only) and the signature of pages for the JS-SDK. */
export function createWechatAccount(options: WechatAccountOptions): MessagingApp {
  const { appId, appSecret, tokens, log } = options;
  const shopOrigin = new URL(options.publicOrigin).origin;

  async function ask(method: 'GET' | 'POST', path: string, query: string, body = ''): Promise<AccountAnswer> {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await askOnce(method, path, query, body);
      if (answer.kind !== 'error' || answer.errcode !== SYSTEM_BUSY || attempt === BUSY_RETRIES) return answer;
      await options.sleep(BUSY_WAIT_MS);
    }
  }

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

  /** Neither path nor query goes into the log: they carry the secret. */
  function logFailure(call: string, answer: Exclude<AccountAnswer, { kind: 'fields' }>): void {
    const fields = answer.kind === 'error' ? { call, errcode: answer.errcode } : { call, reason: answer.message };
    log.error(fields, 'official account call failed');
  }

  async function fetchAccessToken(rejected: string | null): Promise<FetchedToken | null> {
    const request = (forceRefresh: boolean) =>
      ask(
        'POST',
        '/cgi-bin/stable_token',
        '',
        JSON.stringify({
          grant_type: 'client_credential',
          appid: appId,
          secret: appSecret,
          ...(forceRefresh ? { force_refresh: true } : {}),
        }),
      );
    let answer = await request(false);
    // Forced refreshes are few per day, so only when the platform hands out the very token it has just refused.
    if (rejected !== null && answer.kind === 'fields' && answer.fields.access_token === rejected) {
      answer = await request(true);
    }
    if (answer.kind === 'fields') return fetchedToken(answer.fields.access_token, answer.fields.expires_in);
    logFailure('stable_token', answer);
    return null;
  }

  const accessToken = (rejected?: string) => tokens.get(`wechat:${appId}:access-token`, fetchAccessToken, rejected);

  /** A question that wants the server's token: one that ended early is fetched anew, once. Null when there is no answer. */
  async function askWithToken(path: string, parameters: Record<string, string>): Promise<Fields | null> {
    let token = await accessToken();
    for (let attempt = 0; token !== null; attempt += 1) {
      const query = new URLSearchParams({ access_token: token, ...parameters }).toString();
      const answer = await ask('GET', path, query);
      if (answer.kind === 'fields') return answer.fields;
      if (answer.kind !== 'error' || !STALE_CREDENTIAL.has(answer.errcode) || attempt > 0) {
        logFailure(path.slice(path.lastIndexOf('/') + 1), answer);
        return null;
      }
      token = await accessToken(token);
    }
    return null;
  }

  async function fetchTicket(): Promise<FetchedToken | null> {
    const fields = await askWithToken('/cgi-bin/ticket/getticket', { type: 'jsapi' });
    return fields && fetchedToken(fields.ticket, fields.expires_in);
  }

  return {
    appId,
    authorisationUrl(redirectUri, state) {
      // The platform wants exactly this order and this fragment.
      const query = [
        `appid=${encodeURIComponent(appId)}`,
        `redirect_uri=${encodeURIComponent(redirectUri)}`,
        'response_type=code',
        'scope=snsapi_base',
        `state=${state}`,
      ].join('&');
      return `${new URL('/connect/oauth2/authorize', options.openBase).href}?${query}#wechat_redirect`;
    },

    async exchangeCode(code): Promise<ExchangeResult> {
      const query = new URLSearchParams({ appid: appId, secret: appSecret, code, grant_type: 'authorization_code' });
      const answer = await ask('GET', '/sns/oauth2/access_token', query.toString());
      if (answer.kind === 'error' && CODE_REFUSED.has(answer.errcode)) {
        return { kind: 'code-refused', code: answer.errcode };
      }
      const openId = answer.kind === 'fields' ? answer.fields.openid : null;
      if (answer.kind !== 'fields' || typeof openId !== 'string' || !/^[0-9A-Za-z_-]{1,128}$/.test(openId)) {
        if (answer.kind !== 'fields') logFailure('oauth2/access_token', answer);
        return { kind: 'busy', message: 'the code could not be exchanged' };
      }
      const { unionid, is_snapshotuser: snapshot } = answer.fields;
      return {
        kind: 'authorised',
        openId,
        unionId: typeof unionid === 'string' && unionid !== '' ? unionid : null,
        snapshotUser: Number(snapshot ?? 0) === 1,
      };
    },

    async follows(openId) {
      const fields = await askWithToken('/cgi-bin/user/info', { openid: openId, lang: 'zh_CN' });
      return fields === null ? null : Number(fields.subscribe ?? 0) === 1;
    },

    async signPage(pageUrl, nonce, timestampSeconds) {
      if (!URL.canParse(pageUrl) || new URL(pageUrl).origin !== shopOrigin) return { kind: 'foreign-page' };
      const ticket = await tokens.get(`wechat:${appId}:jsapi-ticket`, fetchTicket);
      if (ticket === null) return { kind: 'busy', message: 'no ticket' };
      // As the browser shows it: an address that was parsed and written again would not match.
      const url = pageUrl.split('#', 1)[0] as string;
      return { kind: 'signed', signature: pageSignature({ ticket, nonce, timestampSeconds, url }) };
    },
  };
}

function fetchedToken(value: unknown, expiresInSeconds: unknown): FetchedToken | null {
  if (typeof value !== 'string' || value === '' || typeof expiresInSeconds !== 'number') return null;
  return { value, lifeMs: expiresInSeconds * 1000 };
}
