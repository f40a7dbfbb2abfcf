import { escapeHtml, page } from './layout.ts';

export type AlipayAuthoriseView = {
  buyers: { userId: string; nickname: string }[];
  appId: string;
  redirectUri: string;
  state: string;
};

/** Asks who the visitor is and whether they allow the shop to see their profile. */
export function alipayAuthorisePage(view: AlipayAuthoriseView): string {
  const fields = { app_id: view.appId, scope: 'auth_user', redirect_uri: view.redirectUri, state: view.state };
  const hidden = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
  const people = view.buyers
    .map(
      (buyer, index) =>
        `<button class="button" name="choice" value="${escapeHtml(buyer.userId)}" data-testid="user-${index + 1}">以「${escapeHtml(buyer.nickname)}」同意</button>`,
    )
    .join('\n');
  return page({
    title: '支付宝授权（沙箱）',
    bodyClass: 'authorise',
    main: `<h1>应用申请获取您的支付宝信息</h1>
<form method="post" action="/oauth2/decide">
${hidden}
${people}
<button class="button" name="choice" value="refuse" data-testid="refuse">拒绝</button>
</form>`,
  });
}
