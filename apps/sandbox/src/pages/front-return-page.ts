import { escapeHtml, page } from './layout.ts';

/** Sends the browser back to the shop by a form POST, by itself or by the button. */
export function frontReturnPage(address: string, fields: Record<string, string>): string {
  const hidden = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  return page({
    title: '返回商家（沙箱）',
    bodyClass: 'cashier',
    scripts: ['front-return.js'],
    main: `<h1>正在返回商家</h1>
<form id="front-return" method="post" action="${escapeHtml(address)}" accept-charset="UTF-8">
${hidden}
<button class="button primary" data-testid="return">返回商家</button>
</form>`,
  });
}
