import { beijingText } from '../clock/beijing-time.ts';
import type { DeskOrder } from '../control/order-desks.ts';
import { escapeHtml, page, yuan } from './layout.ts';

const LABELS: Record<string, string> = {
  pay: '支付',
  'pay-no-return': '支付但不返回',
  cancel: '取消',
  'balance-short': '余额不足',
  close: '关闭',
  confirm: '确认但没付款',
  submit: '提交，处理中',
  'force-pay': '硬付（关闭以后也付）',
  finish: '交易完结，不能再退',
  revoke: '在商户后台撤销',
};

export type DeskView = { provider: string; name: string; order: DeskOrder; actions: readonly string[] };

/** One order with every button that may be pressed in the payer's place. */
export function deskPage({ provider, name, order, actions }: DeskView): string {
  const buttons = actions.map(
    (action, index) =>
      `<button class="button ${index === 0 ? 'primary' : 'plain'}" name="action" value="${action}" data-testid="${action}">${LABELS[action] ?? action}</button>`,
  );
  return page({
    title: `${name}订单（沙箱）`,
    bodyClass: 'cashier',
    main: `<h1>${escapeHtml(name)}订单</h1>
<p class="amount" data-testid="amount"><span class="currency">¥</span>${yuan(order.totalFen)}</p>
<dl class="facts">
<div><dt>商户订单号</dt><dd>${escapeHtml(order.number)}</dd></div>
<div><dt>方式</dt><dd>${escapeHtml(order.way)}</dd></div>
<div><dt>状态</dt><dd data-testid="state">${escapeHtml(order.stateText)}</dd></div>
<div><dt>下单时间</dt><dd>${beijingText(order.createdAtMs)}</dd></div>
</dl>
${
  order.noCashier === undefined
    ? `<form method="post" action="/_ctl/cashier/${provider}/${encodeURIComponent(order.number)}">
${buttons.join('\n')}
</form>`
    : `<p>${escapeHtml(order.noCashier)}</p>`
}
<p><a href="/">回首页</a></p>`,
  });
}
