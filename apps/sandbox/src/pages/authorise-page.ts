import { escapeHtml, page } from './layout.ts';

export type AuthoriseView = {
  users: { openid: string; nickname: string }[];
  redirectUri: string;
  state: string;
  scope: string;
};

const FRAGMENT_WARNING =
  '<p id="no-fragment" class="refused" role="alert" hidden>链接缺少 #wechat_redirect，微信不会打开这个页面。</p>';

/** Asks who the visitor is and whether they allow the shop to see their profile. */
export function authorisePage(view: AuthoriseView): string {
  const hidden = Object.entries({ redirect_uri: view.redirectUri, state: view.state, scope: view.scope })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
  const people = view.users
    .map(
      (user, index) =>
        `<button class="button" name="choice" value="${escapeHtml(user.openid)}" data-testid="user-${index + 1}">以「${escapeHtml(user.nickname)}」同意</button>`,
    )
    .join('\n');
  return page({
    title: '微信授权（沙箱）',
    bodyClass: 'authorise',
    scripts: ['authorise.js'],
    main: `<h1>网页申请使用您的昵称和头像</h1>
${FRAGMENT_WARNING}
<form id="choices" method="post" action="/connect/oauth2/decide">
${hidden}
${people}
<button class="button" name="choice" value="snapshot" data-testid="snapshot">以快照页虚拟用户进入</button>
<button class="button" name="choice" value="refuse" data-testid="refuse">拒绝</button>
</form>`,
  });
}

/** The silent authorisation: goes on by itself when the fragment is there. */
export function silentPage(address: string): string {
  return page({
    title: '微信授权（沙箱）',
    bodyClass: 'authorise',
    scripts: ['authorise.js'],
    main: `<h1>正在返回</h1>
${FRAGMENT_WARNING}
<div id="go-on" data-address="${escapeHtml(address)}"></div>`,
  });
}

/** Why the authorisation cannot be shown. */
export function authoriseErrorPage(reason: string): string {
  return page({
    title: '无法授权（沙箱）',
    bodyClass: 'authorise',
    main: `<h1>无法授权</h1><p class="refused" role="alert">${escapeHtml(reason)}</p>`,
  });
}
