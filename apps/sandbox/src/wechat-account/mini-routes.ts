import { type Answer, html, json, type Router, redirect } from '../http/router.ts';
import { authoriseErrorPage } from '../pages/authorise-page.ts';
import { isShopAddress, type SandboxParts } from '../sandbox-parts.ts';
import { AccountError, accountErrorAnswer } from './account-error.ts';
import { currentUser } from './current-user.ts';
import { miniOpenidOf, type SandboxUser, type UserBook } from './user-book.ts';

const CODE_LIFE_MS = 5 * 60_000;

/**
 * A mini-program of the same owner: its page with the web view, which brings a code of `wx.login` along, and the exchange of
 * such codes. Codes of the official account's authorisation are others.
 */
export function addMiniRoutes(router: Router, parts: SandboxParts, users: UserBook): void {
  const { clock, faults, keys, random } = parts;
  const codes = new Map<string, { user: SandboxUser; expiresAtMs: number }>();
  faults.offer('wechat-account', 'mini.exchange', ['code_expired', 'code_used']);

  router.on('GET', '/mini', (request): Answer => {
    request.note({ provider: 'wechat-account', call: 'mini.open' });
    const to = request.query.get('to') ?? '';
    const user = currentUser(request, users);
    if (!isShopAddress(parts, to) || !user) return html(400, authoriseErrorPage('to 参数错误：不是业务域名'));
    const code = `0m${random.text(30)}`;
    codes.set(code, { user, expiresAtMs: clock.now() + CODE_LIFE_MS });
    const hash = to.includes('#') ? '' : '#/index';
    const address = `${to}${hash}`;
    return redirect(`${address}${address.split('#')[1]?.includes('?') ? '&' : '?'}miniCode=${code}`);
  });

  router.on('GET', '/sns/jscode2session', (request): Answer => {
    request.note({ provider: 'wechat-account', call: 'mini.exchange' });
    const refuse = (errcode: number, errmsg: string): Answer => {
      request.note({ reason: `${errcode}: ${errmsg}` });
      return accountErrorAnswer(parts, new AccountError(errcode, errmsg));
    };
    const { query } = request;
    if (query.get('appid') !== keys.wechatMini.appId) return refuse(40013, 'invalid appid');
    if (query.get('secret') !== keys.wechatMini.appSecret) return refuse(40125, 'invalid appsecret');
    if (query.get('grant_type') !== 'authorization_code') return refuse(40002, 'invalid grant_type');
    const code = query.get('js_code') ?? '';
    const found = codes.get(code);
    const fault = found && faults.take('wechat-account', 'mini.exchange', ['code_expired', 'code_used'], {});
    if (fault) return fault.kind === 'code_used' ? refuse(40163, 'code been used') : refuse(40029, 'invalid code');
    if (!found || clock.now() >= found.expiresAtMs) return refuse(40029, 'invalid code');
    codes.delete(code);
    const { user } = found;
    return json(200, { openid: miniOpenidOf(user), session_key: random.text(24), unionid: user.unionid });
  });
}
