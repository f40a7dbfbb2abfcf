import { escapeHtml, page } from './layout.ts';

/** The numbers that have messages, and a field for any other. */
export function phoneListPage(numbers: { phone: string; count: number }[]): string {
  const items = numbers
    .map(
      ({ phone, count }) =>
        `<li class="card"><a href="/phone?number=${escapeHtml(phone)}">${escapeHtml(phone)}</a> <span class="muted">${count} 条短信</span></li>`,
    )
    .join('');
  return page({
    title: '手机（沙箱）',
    bodyClass: 'phone',
    main: `<h1>看谁的手机</h1>
<form method="get" action="/phone">
<label for="number">手机号</label>
<input id="number" name="number" type="tel" inputmode="numeric" autocomplete="off" required>
<button class="button primary">打开</button>
</form>
<h2>收到过短信的号码</h2>
<ul class="messages">${items || '<li>还没有短信。</li>'}</ul>`,
  });
}

/** One phone's messages; the list is filled and kept fresh by its script. */
export function phonePage(phone: string): string {
  return page({
    title: `${phone} 的短信（沙箱）`,
    bodyClass: 'phone',
    scripts: ['phone.js'],
    main: `<h1>${escapeHtml(phone)} 的短信</h1>
<p class="muted">新短信会自己出现，最新的在最上面。<a href="/phone">换一个号码</a></p>
<ol class="messages" id="messages" data-phone="${escapeHtml(phone)}" data-testid="messages" aria-live="polite"></ol>
<p id="empty">还没有短信。</p>`,
  });
}
