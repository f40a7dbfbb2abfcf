import { formOf, html, type Router, redirect } from '../http/router.ts';
import { escapeHtml, page } from '../pages/layout.ts';
import { isShopAddress, type SandboxParts } from '../sandbox-parts.ts';
import { loginToken } from './login-token.ts';

const SHOP = 'http://localhost:3000';
const PHONE = /^1[3-9]\d{9}$/;

/** The partner's app: it has verified a phone, and leads its visitor into the shop with a token that says so. */
export function addPartnerLogin(router: Router, parts: SandboxParts): void {
  const shown = (status: number, values: { shop: string; phone: string }, problem: string | null) =>
    html(status, loginPage(values, problem), { 'referrer-policy': 'no-referrer' });
  router.on('GET', '/partner/app', (request) => {
    const { query } = request;
    return shown(200, { shop: query.get('shop') ?? SHOP, phone: query.get('phone') ?? '13900000000' }, null);
  });
  router.on('POST', '/partner/app', (request) => {
    request.note({ provider: 'partner', call: 'login' });
    const form = formOf(request);
    const [shop, phone] = [form.get('shop') ?? '', (form.get('phone') ?? '').replace(/\s/g, '')];
    const refuse = (why: string) => {
      request.note({ reason: why });
      return shown(400, { shop, phone }, why);
    };
    if (!isShopAddress(parts, shop)) return refuse('商家地址要在本机，或者在沙箱登记过的主机上');
    if (phone !== '' && !PHONE.test(phone)) return refuse('手机号要有 11 位，或者留空');
    const shopOrigin = new URL(shop).origin;
    const token = loginToken(parts.keys.tzt, {
      phone: phone === '' ? null : phone,
      shopOrigin,
      tokenNo: parts.random.text(24),
      nowMs: parts.clock.now(),
    });
    return redirect(`${shopOrigin}/#/user_login?partnerToken=${token}`, { 'referrer-policy': 'no-referrer' });
  });
}

function loginPage({ shop, phone }: { shop: string; phone: string }, problem: string | null): string {
  return page({
    title: '合作平台（沙箱）',
    bodyClass: 'phone',
    main: `<h1>从合作平台进入商家</h1>
<p class="muted">合作平台验证过访客的手机号，签一个 5 分钟有效、只能用一次的令牌带过去。手机号留空，就像平台不知道手机号。</p>
${problem === null ? '' : `<p class="refused" role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="/partner/app">
<label for="phone">平台验证过的手机号</label>
<input id="phone" name="phone" type="tel" autocomplete="off" value="${escapeHtml(phone)}">
<label for="shop">商家地址</label>
<input id="shop" name="shop" type="url" autocomplete="off" value="${escapeHtml(shop)}">
<button class="button primary" data-testid="enter">进入商家</button>
</form>`,
  });
}
