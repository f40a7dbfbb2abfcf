import { type Answer, formOf, html, type Router, redirect, type SandboxRequest } from '../http/router.ts';
import { authoriseErrorPage, authorisePage, silentPage } from '../pages/authorise-page.ts';
import { isShopAddress, type SandboxParts } from '../sandbox-parts.ts';
import { currentUser, USER_COOKIE } from './current-user.ts';
import type { GrantBook, Scope } from './grant-book.ts';
import type { SandboxUser, UserBook } from './user-book.ts';

const PARAMETER_ORDER = ['appid', 'redirect_uri', 'response_type', 'scope', 'state'];

type Ask = { redirectUri: string; state: string; scope: Scope };

/** The authorise page of section 1.1: checks what WeChat checks, then sends the browser back with a code. */
export function addAuthoriseRoutes(router: Router, parts: SandboxParts, users: UserBook, grants: GrantBook): void {
  const { faults, keys, random } = parts;
  faults.offer('wechat-account', 'oauth.authorise', ['user_refused', 'openid_changed']);

  const codeAddress = (ask: Ask, user: SandboxUser | undefined, snapshot = false): string => {
    if (faults.take('wechat-account', 'oauth.authorise', ['user_refused'], {})) return backAddress(ask, undefined);
    if (user && faults.take('wechat-account', 'oauth.authorise', ['openid_changed'], {})) {
      const other = users.list().find((one) => one.openid !== user.openid);
      return backAddress(ask, grants.issueCode({ ...(other ?? user), scope: ask.scope, snapshot }));
    }
    const person = user ?? { openid: `oSnapshot${random.text(19)}`, unionid: '', nickname: '微信用户' };
    return backAddress(ask, grants.issueCode({ ...person, scope: ask.scope, snapshot }));
  };

  router.on('GET', '/connect/oauth2/authorize', (request) => {
    request.note({ provider: 'wechat-account', call: 'oauth.authorize' });
    const ask = readAsk(request, parts, keys.wechatAccount.appId);
    if (typeof ask === 'string') {
      request.note({ reason: ask });
      return html(400, authoriseErrorPage(ask));
    }
    if (ask.scope === 'snsapi_base') {
      const address = codeAddress(ask, currentUser(request, users));
      // A browser gets a page whose script looks at the fragment, which no server can see; anything else a redirect.
      return isBrowser(request) ? html(200, silentPage(address)) : redirect(address);
    }
    return html(
      200,
      authorisePage({ users: users.list(), redirectUri: ask.redirectUri, state: ask.state, scope: ask.scope }),
    );
  });

  router.on('POST', '/connect/oauth2/decide', (request): Answer => {
    request.note({ provider: 'wechat-account', call: 'oauth.decide' });
    const form = formOf(request);
    const scope = form.get('scope');
    const ask: Ask = {
      redirectUri: form.get('redirect_uri') ?? '',
      state: form.get('state') ?? '',
      scope: 'snsapi_userinfo',
    };
    if (scope !== 'snsapi_userinfo' || !isShopAddress(parts, ask.redirectUri)) {
      return html(400, authoriseErrorPage('redirect_uri 参数错误'));
    }
    const choice = form.get('choice') ?? '';
    if (choice === 'refuse') return redirect(backAddress(ask, undefined));
    if (choice === 'snapshot') return redirect(codeAddress(ask, undefined, true));
    const user = users.find(choice);
    if (!user) return html(400, authoriseErrorPage('没有这个用户'));
    return redirect(codeAddress(ask, user), { 'set-cookie': userCookie(user.openid) });
  });

  router.on('POST', '/users', (request) => {
    const user = users.find(formOf(request).get('openid') ?? '');
    if (!user) return html(400, authoriseErrorPage('没有这个用户'));
    return redirect('/', { 'set-cookie': userCookie(user.openid) });
  });
}

function userCookie(openid: string): string {
  return `${USER_COOKIE}=${encodeURIComponent(openid)}; Path=/; SameSite=Lax; HttpOnly`;
}

function isBrowser(request: SandboxRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}

/** The fields of the request, or why WeChat would not show the page. */
function readAsk(request: SandboxRequest, parts: SandboxParts, appId: string): Ask | string {
  const { query } = request;
  if (!/MicroMessenger/i.test(request.headers['user-agent'] ?? '')) return '请在微信客户端打开链接';
  const names = [...query.keys()].filter((name) => name !== 'forcePopup');
  if (names.join() !== PARAMETER_ORDER.join())
    return `参数应依次为 ${PARAMETER_ORDER.join('、')}，现在是 ${names.join('、')}`;
  if (query.get('appid') !== appId) return 'appid 参数错误';
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!isShopAddress(parts, redirectUri)) return 'redirect_uri 参数错误：域名与后台配置不一致';
  if (query.get('response_type') !== 'code') return 'response_type 参数错误';
  const scope = query.get('scope');
  if (scope !== 'snsapi_base' && scope !== 'snsapi_userinfo') return 'scope 参数错误';
  const state = query.get('state') ?? '';
  if (!/^[a-zA-Z0-9]{0,128}$/.test(state)) return 'state 参数错误：只能是最多128个字母和数字';
  return { redirectUri, state, scope };
}

function backAddress(ask: Ask, code: string | undefined): string {
  const [beforeHash = '', hash] = ask.redirectUri.split('#');
  const query = `${code === undefined ? '' : `code=${code}&`}state=${ask.state}`;
  // An empty fragment keeps the browser from carrying #wechat_redirect over to the shop.
  return `${beforeHash}${beforeHash.includes('?') ? '&' : '?'}${query}#${hash ?? ''}`;
}
