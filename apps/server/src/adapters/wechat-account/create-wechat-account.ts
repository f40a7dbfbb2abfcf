import type { ExchangeResult, MessagingApp } from '../../ports/messaging-app.ts';
import type { Log } from '../../ports/outside.ts';
import type { FetchedToken, NoTokenNow, ProviderTokens } from '../../ports/provider-tokens.ts';
import {
  type AccountAnswer,
  CODE_REFUSED,
  OPERATORS_FAULTS,
  QUOTA_HOLD_MS,
  STALE_CREDENTIAL,
} from './account-answer.ts';
import { type AccountCallOptions, createAccountCall } from './account-call.ts';
import { pageSignature } from './page-signature.ts';

export interface WechatAccountOptions extends AccountCallOptions {
  readonly appId: string;
  readonly appSecret: string;
  /** The authorisation page, `https://open.weixin.qq.com` in production. */
  readonly openBase: string;
  /** Only pages of this origin are signed. */
  readonly publicOrigin: string;
  readonly tokens: ProviderTokens;
  readonly log: Log;
}

/** The official account: silent authorisation (openId only) and the signature of pages for the JS-SDK. */
export function createWechatAccount(options: WechatAccountOptions): MessagingApp {
  const { appId, appSecret, tokens, log } = options;
  const shopOrigin = new URL(options.publicOrigin).origin;

  const ask = createAccountCall(options);

  /** Neither path nor query goes into the log: they carry the secret. */
  function logFailure(call: string, answer: Exclude<AccountAnswer, { kind: 'fields' }>): void {
    const fields = answer.kind === 'error' ? { call, errcode: answer.errcode } : { call, reason: answer.message };
    log.error(fields, 'official account call failed');
    if (answer.kind === 'error' && OPERATORS_FAULTS.has(answer.errcode)) options.tellFault?.(answer.errcode);
  }

  async function fetchAccessToken(rejected: string | null): Promise<FetchedToken | NoTokenNow | null> {
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
    return noTokenNow(answer);
  }

  const accessToken = (rejected?: string) => tokens.get(`wechat:${appId}:access-token`, fetchAccessToken, rejected);

  /** A question that wants the server's token: one that ended early is fetched anew, once. */
  async function askWithToken(path: string, parameters: Record<string, string>): Promise<AccountAnswer> {
    let token = await accessToken();
    for (let attempt = 0; token !== null; attempt += 1) {
      const query = new URLSearchParams({ access_token: token, ...parameters }).toString();
      const answer = await ask('GET', path, query);
      if (answer.kind === 'fields') return answer;
      if (answer.kind !== 'error' || !STALE_CREDENTIAL.has(answer.errcode) || attempt > 0) {
        logFailure(path.slice(path.lastIndexOf('/') + 1), answer);
        return answer;
      }
      token = await accessToken(token);
    }
    return { kind: 'no-answer', message: 'no token' };
  }

  async function fetchTicket(): Promise<FetchedToken | NoTokenNow | null> {
    const answer = await askWithToken('/cgi-bin/ticket/getticket', { type: 'jsapi' });
    if (answer.kind !== 'fields') return noTokenNow(answer);
    return fetchedToken(answer.fields.ticket, answer.fields.expires_in);
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
      const answer = await askWithToken('/cgi-bin/user/info', { openid: openId, lang: 'zh_CN' });
      return answer.kind === 'fields' ? Number(answer.fields.subscribe ?? 0) === 1 : null;
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

/** Where the platform's answer says for how long nothing is to be had. */
function noTokenNow(answer: AccountAnswer): NoTokenNow | null {
  const holdMs = answer.kind === 'error' ? QUOTA_HOLD_MS.get(answer.errcode) : undefined;
  return holdMs === undefined ? null : { holdMs };
}

function fetchedToken(value: unknown, expiresInSeconds: unknown): FetchedToken | null {
  if (typeof value !== 'string' || value === '' || typeof expiresInSeconds !== 'number') return null;
  return { value, lifeMs: expiresInSeconds * 1000 };
}
