import { type Answer, formOf, html, type Router, redirect, type SandboxRequest } from '../http/router.ts';
import { alipayAuthorisePage } from '../pages/alipay-authorise-page.ts';
import { authoriseErrorPage } from '../pages/authorise-page.ts';
import { isShopAddress, type SandboxParts } from '../sandbox-parts.ts';
import type { Buyer, BuyerBook } from './buyer-book.ts';
import type { AlipayScope, LoginBook } from './login-book.ts';

type Ask = { redirectUri: string; state: string; scope: AlipayScope };

/** `publicAppAuthorize.htm`: silent for `auth_base`, asks for `auth_user`, then back with `auth_code`. */
export function addAlipayAuthoriseRoutes(
  router: Router,
  parts: SandboxParts,
  buyers: BuyerBook,
  logins: LoginBook,
): void {
  const { appId } = parts.keys.alipay;

  const back = (ask: Ask, buyer: Buyer): Answer => {
    const url = new URL(ask.redirectUri);
    url.searchParams.set('app_id', appId);
    url.searchParams.set('source', 'alipay_wallet');
    url.searchParams.set('scope', ask.scope);
    if (ask.state) url.searchParams.set('state', ask.state);
    url.searchParams.set('auth_code', logins.issueCode(buyer, ask.scope));
    return redirect(url.href);
  };
  const refuse = (request: SandboxRequest, reason: string): Answer => {
    request.note({ reason });
    return html(400, authoriseErrorPage(reason));
  };
  const readAsk = (query: URLSearchParams): Ask | string => {
    if (query.get('app_id') !== appId) return 'app_id 参数错误';
    const scope = query.get('scope');
    if (scope !== 'auth_base' && scope !== 'auth_user') return 'scope 参数错误';
    const redirectUri = query.get('redirect_uri') ?? '';
    if (!isShopAddress(parts, redirectUri)) return 'redirect_uri 参数错误：与应用配置的授权回调地址不一致';
    const state = query.get('state') ?? '';
    if (state.length > 100) return 'state 参数错误：最多100个字符';
    return { redirectUri, state, scope };
  };

  router.on('GET', '/oauth2/publicAppAuthorize.htm', (request) => {
    request.note({ provider: 'alipay', call: 'oauth.authorize' });
    const ask = readAsk(request.query);
    if (typeof ask === 'string') return refuse(request, ask);
    const first = buyers.list()[0];
    if (ask.scope === 'auth_base' && first) return back(ask, first);
    return html(
      200,
      alipayAuthorisePage({ buyers: buyers.list(), appId, redirectUri: ask.redirectUri, state: ask.state }),
    );
  });

  router.on('POST', '/oauth2/decide', (request) => {
    request.note({ provider: 'alipay', call: 'oauth.decide' });
    const form = formOf(request);
    const ask = readAsk(form);
    if (typeof ask === 'string') return refuse(request, ask);
    // Refusing leaves the payer on Alipay's own page.
    if (form.get('choice') === 'refuse') return html(200, authoriseErrorPage('您没有同意授权'));
    const buyer = buyers.find(form.get('choice') ?? '');
    return buyer ? back(ask, buyer) : refuse(request, '没有这个用户');
  });
}
