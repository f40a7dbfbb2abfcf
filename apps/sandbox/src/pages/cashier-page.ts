import { escapeHtml, page, yuan } from './layout.ts';

export type CashierView = {
  outTradeNo: string;
  totalFen: number;
  merchant: string;
  description: string;
  /** Hidden fields that go back with the pressed button. */
  fields: Record<string, string>;
  /** Where the pressed button is sent; the payer's cashier unless given. */
  formAction?: string;
  /** Whose cashier it is; 微信支付 unless given. */
  brand?: string;
  /** Radio buttons above the others; the first is chosen. */
  choice?: { name: string; legend: string; options: readonly { value: string; label: string }[] };
};

const BUTTONS = [
  { action: 'pay', label: '支付', kind: 'primary' },
  { action: 'cancel', label: '取消', kind: 'plain' },
  { action: 'pay-no-return', label: '支付但不返回', kind: 'plain' },
  { action: 'balance-short', label: '余额不足', kind: 'plain' },
  { action: 'close', label: '关闭', kind: 'plain' },
] as const;

export const CASHIER_ACTIONS = BUTTONS.map((button) => button.action);
export type CashierAction = (typeof CASHIER_ACTIONS)[number];

/** The page on which the payer decides. */
export function cashierPage(view: CashierView): string {
  const hidden = Object.entries(view.fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const buttons = BUTTONS.map(
    ({ action, label, kind }) =>
      `<button class="button ${kind}" name="action" value="${action}" data-testid="${action}">${label}</button>`,
  ).join('\n');
  return page({
    title: `${view.brand ?? '微信支付'}收银台（沙箱）`,
    bodyClass: 'cashier',
    main: `<h1>确认付款</h1>
<p class="amount" data-testid="amount"><span class="currency">¥</span>${yuan(view.totalFen)}</p>
<dl class="facts">
<div><dt>收款方</dt><dd>${escapeHtml(view.merchant)}</dd></div>
<div><dt>商品</dt><dd>${escapeHtml(view.description)}</dd></div>
<div><dt>商户订单号</dt><dd data-testid="out-trade-no">${escapeHtml(view.outTradeNo)}</dd></div>
</dl>
<form method="post" action="${escapeHtml(view.formAction ?? '/pay/cashier')}">
${hidden}${choiceOf(view.choice)}
${buttons}
</form>`,
  });
}

function choiceOf(choice: CashierView['choice']): string {
  if (!choice) return '';
  const options = choice.options.map(
    ({ value, label }, index) =>
      `<label><input type="radio" name="${escapeHtml(choice.name)}" value="${escapeHtml(value)}"${index === 0 ? ' checked' : ''}> ${escapeHtml(label)}</label>`,
  );
  return `<fieldset class="choice"><legend>${escapeHtml(choice.legend)}</legend>${options.join(' ')}</fieldset>`;
}

export type ResultView = {
  heading: string;
  text: string;
  /** Whose page it is, for its title. */
  brand?: string;
  link?: { href: string; label: string };
  /** Told to the shop's page around this one, if it opened us in a frame. */
  message?: { result: string; detail: string; shopOrigin: string };
};

/** What the payer sees when the cashier has nothing more to ask. */
export function cashierResultPage(view: ResultView): string {
  const link = view.link
    ? `<p><a class="button primary" href="${escapeHtml(view.link.href)}">${escapeHtml(view.link.label)}</a></p>`
    : '';
  const message = view.message
    ? `<div id="cashier-result" data-result="${escapeHtml(view.message.result)}" data-detail="${escapeHtml(view.message.detail)}" data-shop-origin="${escapeHtml(view.message.shopOrigin)}"></div>`
    : '';
  return page({
    title: `${view.brand ?? ''}${view.heading}（沙箱）`,
    bodyClass: 'cashier',
    scripts: view.message ? ['cashier-result.js'] : [],
    main: `<h1>${escapeHtml(view.heading)}</h1>
<p data-testid="cashier-text">${escapeHtml(view.text)}</p>
${link}${message}`,
  });
}
