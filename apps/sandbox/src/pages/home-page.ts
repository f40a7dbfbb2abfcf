import { beijingText } from '../clock/beijing-time.ts';
import type { LogEntry } from '../http/request-log.ts';
import { escapeHtml, page, yuan } from './layout.ts';

export type HomeView = {
  nowMs: number;
  users: { openid: string; nickname: string; current: boolean }[];
  orders: {
    outTradeNo: string;
    totalFen: number;
    tradeType: string;
    stateText: string;
    createdAtMs: number;
    href?: string;
  }[];
  /** Payments by other ways, under their own headings. */
  more: { heading: string; orders: HomeView['orders'] }[];
  violations: string[];
  log: LogEntry[];
};

/** What runs here, for the people who build against it. */
export function homePage(view: HomeView): string {
  const users = view.users
    .map(
      (user) =>
        `<tr><td>${escapeHtml(user.nickname)}</td><td>${escapeHtml(user.openid)}</td><td>${
          user.current
            ? '当前用户'
            : `<form method="post" action="/users"><button name="openid" value="${escapeHtml(user.openid)}">换成此人</button></form>`
        }</td></tr>`,
    )
    .join('');
  const rows = (orders: HomeView['orders']) =>
    orders
      .map(
        (order) =>
          `<tr><td>${order.href ? `<a href="${escapeHtml(order.href)}">${escapeHtml(order.outTradeNo)}</a>` : escapeHtml(order.outTradeNo)}</td><td>${yuan(order.totalFen)} 元</td><td>${order.tradeType}</td><td>${order.stateText}</td><td>${beijingText(order.createdAtMs)}</td></tr>`,
      )
      .join('');
  const orderTable = (heading: string, orders: HomeView['orders']) =>
    `<h2>${heading}</h2>
<div class="scroll" role="region" aria-label="${heading}" tabindex="0"><table><thead><tr><th scope="col">商户订单号</th><th scope="col">金额</th><th scope="col">方式</th><th scope="col">状态</th><th scope="col">下单时间</th></tr></thead><tbody>${rows(orders) || '<tr><td colspan="5">还没有订单</td></tr>'}</tbody></table></div>`;
  const log = view.log
    .map((entry) => {
      const more = entry.expectedSignText
        ? `<details><summary>应签名的内容</summary><pre>${escapeHtml(entry.expectedSignText)}</pre></details>`
        : '';
      const reason = entry.reason ? `<span class="refused">${escapeHtml(entry.reason)}</span>` : '';
      return `<tr><td>${beijingText(entry.atMs)}</td><td>${entry.method} ${escapeHtml(entry.target)}</td><td>${entry.status ?? ''}</td><td>${reason}${more}</td></tr>`;
    })
    .join('');
  const violations = view.violations.length
    ? `<h2>接收方的问题</h2><ul class="refused">${view.violations.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`
    : '';
  return page({
    title: '外部服务沙箱',
    main: `<h1>外部服务沙箱</h1>
<p>这里代替微信公众号、微信支付、支付宝、银联和短信网关，所有付款和短信都是假的。沙箱时间：${beijingText(view.nowMs)}。</p>
<p><a href="/phone">看手机收到的短信</a></p>
${orderTable('微信支付订单', view.orders)}
${view.more.map(({ heading, orders }) => orderTable(heading, orders)).join('\n')}
<h2>微信用户</h2>
<div class="scroll" role="region" aria-label="微信用户" tabindex="0"><table><thead><tr><th scope="col">昵称</th><th scope="col">openid</th><th scope="col">本浏览器</th></tr></thead><tbody>${users}</tbody></table></div>
${violations}
<h2>最近的请求</h2>
<div class="scroll requests" role="region" aria-label="最近的请求" tabindex="0"><table><thead><tr><th scope="col">时间</th><th scope="col">请求</th><th scope="col">状态</th><th scope="col">说明</th></tr></thead><tbody>${log || '<tr><td colspan="4">还没有请求</td></tr>'}</tbody></table></div>`,
  });
}
