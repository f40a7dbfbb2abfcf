import { ANSWER_KINDS } from '../faults/fault-kinds.ts';
import { answerWithFaults } from '../faults/faulty-answer.ts';
import { type Answer, type Handler, json, type Router, type SandboxRequest } from '../http/router.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { AccountError, accountErrorAnswer } from './account-error.ts';
import type { Grant, GrantBook } from './grant-book.ts';
import type { TokenBook } from './token-book.ts';
import type { UserBook } from './user-book.ts';

/** `sns/*` and `cgi-bin/*` of the official account: HTTP 200 always, errors by `errcode`. */
export function addAccountRoutes(
  router: Router,
  parts: SandboxParts,
  users: UserBook,
  grants: GrantBook,
  tokens: TokenBook,
): void {
  const { appId, appSecret } = parts.keys.wechatAccount;

  parts.faults.offer('wechat-account', 'user.info', ['token_expired_early']);
  parts.faults.offer('wechat-account', 'ticket', ['token_expired_early', 'ticket_quota']);

  const api = (call: string, act: (request: SandboxRequest) => Answer): Handler => {
    parts.faults.offer('wechat-account', call, ANSWER_KINDS);
    return (request) => {
      request.note({ provider: 'wechat-account', call });
      return answerWithFaults(
        request,
        {
          faults: parts.faults,
          provider: 'wechat-account',
          call,
          match: {},
          busy: () => accountErrorAnswer(parts, new AccountError(-1, 'system error')),
          rateLimited: () => accountErrorAnswer(parts, new AccountError(45009, 'reach max api daily quota limit')),
        },
        () => {
          try {
            return act(request);
          } catch (error) {
            if (!(error instanceof AccountError)) throw error;
            request.note({ reason: `${error.errcode}: ${error.message}` });
            return accountErrorAnswer(parts, error);
          }
        },
      );
    };
  };

  const checkApp = (appid: string | null, secret: string | null): void => {
    if (!appid) throw new AccountError(41002, 'appid missing');
    if (appid !== appId) throw new AccountError(40013, 'invalid appid');
    if (!secret) throw new AccountError(41004, 'appsecret missing');
    if (secret !== appSecret) throw new AccountError(40125, 'invalid appsecret');
  };

  const webToken = (token: Grant & { accessToken: string; refreshToken: string }): Answer =>
    json(200, {
      access_token: token.accessToken,
      expires_in: 7200,
      refresh_token: token.refreshToken,
      openid: token.openid,
      scope: token.scope,
      ...(token.snapshot ? { is_snapshotuser: 1 } : {}),
      ...(token.scope === 'snsapi_userinfo' && token.unionid ? { unionid: token.unionid } : {}),
    });

  router.on(
    'GET',
    '/sns/oauth2/access_token',
    api('oauth.exchange', ({ query }) => {
      checkApp(query.get('appid'), query.get('secret'));
      const code = query.get('code');
      if (!code) throw new AccountError(41008, 'missing code');
      if (query.get('grant_type') !== 'authorization_code') throw new AccountError(40002, 'invalid grant_type');
      return webToken(grants.exchange(code));
    }),
  );

  router.on(
    'GET',
    '/sns/oauth2/refresh_token',
    api('oauth.refresh', ({ query }) => {
      if (query.get('appid') !== appId) throw new AccountError(40013, 'invalid appid');
      if (query.get('grant_type') !== 'refresh_token') throw new AccountError(40002, 'invalid grant_type');
      return webToken(grants.refresh(query.get('refresh_token') ?? ''));
    }),
  );

  router.on(
    'GET',
    '/sns/userinfo',
    api('oauth.userinfo', ({ query }) => {
      const grant = grants.check(query.get('access_token') ?? '', query.get('openid') ?? '');
      if (grant.scope !== 'snsapi_userinfo') throw new AccountError(48001, 'api unauthorized');
      return json(200, {
        openid: grant.openid,
        nickname: grant.nickname,
        sex: 0,
        language: '',
        city: '',
        province: '',
        country: '',
        headimgurl: '',
        privilege: [],
        ...(grant.unionid ? { unionid: grant.unionid } : {}),
      });
    }),
  );

  router.on(
    'GET',
    '/sns/auth',
    api('oauth.check', ({ query }) => {
      grants.check(query.get('access_token') ?? '', query.get('openid') ?? '');
      return json(200, { errcode: 0, errmsg: 'ok' });
    }),
  );

  router.on(
    'POST',
    '/cgi-bin/stable_token',
    api('token.stable', (request) => {
      const fields = jsonObject(request.body);
      if (fields.grant_type !== 'client_credential') throw new AccountError(40002, 'invalid grant_type');
      checkApp(textOrNull(fields.appid), textOrNull(fields.secret));
      const issued = tokens.stable(fields.force_refresh === true);
      return json(200, { access_token: issued.value, expires_in: issued.expiresInSeconds });
    }),
  );

  router.on(
    'GET',
    '/cgi-bin/token',
    api('token.plain', ({ query }) => {
      if (query.get('grant_type') !== 'client_credential') throw new AccountError(40002, 'invalid grant_type');
      checkApp(query.get('appid'), query.get('secret'));
      const issued = tokens.plain();
      return json(200, { access_token: issued.value, expires_in: issued.expiresInSeconds });
    }),
  );

  router.on(
    'GET',
    '/cgi-bin/user/info',
    api('user.info', ({ query }) => {
      tokens.check(query.get('access_token'));
      if (parts.faults.take('wechat-account', 'user.info', ['token_expired_early'], {}))
        throw new AccountError(42001, 'access_token expired');
      const user = users.find(query.get('openid') ?? '');
      if (!user) throw new AccountError(40003, 'invalid openid');
      const { openid, unionid } = user;
      // Of somebody who does not follow nothing but this is told.
      if (!user.follows) return json(200, { subscribe: 0, openid, unionid });
      return json(200, { subscribe: 1, openid, unionid, language: 'zh_CN', subscribe_time: 1_700_000_000 });
    }),
  );

  router.on(
    'GET',
    '/cgi-bin/ticket/getticket',
    api('ticket', ({ query }) => {
      tokens.check(query.get('access_token'));
      if (parts.faults.take('wechat-account', 'ticket', ['token_expired_early'], {}))
        throw new AccountError(42001, 'access_token expired');
      if (parts.faults.take('wechat-account', 'ticket', ['ticket_quota'], {}))
        throw new AccountError(45009, 'reach max api daily quota limit');
      if (query.get('type') !== 'jsapi') throw new AccountError(40097, 'invalid args');
      const issued = tokens.ticket();
      return json(200, { errcode: 0, errmsg: 'ok', ticket: issued.value, expires_in: issued.expiresInSeconds });
    }),
  );
}

function jsonObject(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Falls through to the provider's own complaint.
  }
  throw new AccountError(47001, 'data format error');
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
