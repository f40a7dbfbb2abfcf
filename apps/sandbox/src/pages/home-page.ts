import { beijingText } from '../clock/beijing-time.ts';
import type { DeskOrder } from '../control/order-desks.ts';
import type { Fault, FaultOffers } from '../faults/fault-book.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import type { LogEntry } from '../http/request-log.ts';
import { FAULT_TEXTS, PROVIDER_NAMES } from './fault-texts.ts';
import { escapeHtml, page, yuan } from './layout.ts';

export type HomeView = {
  nowMs: number;
  speed: number;
  users: { openid: string; nickname: string; current: boolean }[];
  desks: { provider: string; name: string; orders: DeskOrder[] }[];
  /** Every provider that runs, with the faults it has. */
  offers: Partial<Record<string, FaultOffers>>;
  faults: Fault[];
  messages: number;
  violations: string[];
  log: LogEntry[];
  /** Whether the buttons that move the sandbox work. */
  operatorPages: boolean;
};

const JUMPS = [
  ['15s', '15 秒'],
  ['1m', '1 分钟'],
  ['30m', '30 分钟'],
  ['1d', '1 天'],
] as const;

/** What runs here, and everything that can be done to it, for the people who build against it. */
export function homePage(view: HomeView): string {
  const violations = view.violations.length
    ? `<h2>接收方的问题</h2><ul class="refused">${view.violations.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`
    : '';
  return page({
    title: '外部服务沙箱',
    main: `<h1>外部服务沙箱</h1>
<p>这里代替商户用到的外部服务，所有付款、短信和核身都是假的。</p>
${providerCards(view)}
${violations}
${clockPart(view)}
${view.desks.map(deskPart(view)).join('\n')}
${view.operatorPages ? faultPart(view) : ''}
${userPart(view)}
${logPart(view)}`,
  });
}

function providerCards({ desks, offers, messages }: HomeView): string {
  const cards = Object.keys(offers).map((provider) => {
    const desk = desks.find((one) => one.provider === provider);
    const waiting = desk?.orders.filter((order) => order.waiting).length ?? 0;
    const line = desk ? `${desk.orders.length} 笔订单，${waiting} 笔待付` : '';
    const name = escapeHtml(PROVIDER_NAMES[provider] ?? provider);
    return `<li class="card">${desk ? `<a href="#${provider}">${name}</a>` : name}<span class="muted">${line}</span></li>`;
  });
  return `<ul class="cards">${cards.join('')}
<li class="card"><a href="/phone" data-testid="phone">手机</a><span class="muted">${messages} 条短信</span></li>
<li class="card"><a href="/id-card">身份证照片</a><span class="muted">证件识别用</span></li>
<li class="card"><a href="/mail" data-testid="mails">邮箱</a></li>
<li class="card"><a href="/partner/app">合作平台</a><span class="muted">带着手机号进入商家</span></li>
<li class="card"><a href="/wallet">微信钱包</a><span class="muted">自动扣费的签约</span></li></ul>`;
}

function clockPart({ nowMs, speed, operatorPages }: HomeView): string {
  const buttons = JUMPS.map(
    ([advance, label]) => `<button class="small" name="advance" value="${advance}">快进 ${label}</button>`,
  ).join('\n');
  const now = beijingText(nowMs).slice(0, 16).replace(' ', 'T');
  const jump = `<form class="row" method="post" action="/_ctl/desk/clock">
<label>跳到（北京时间）<input type="datetime-local" name="to" min="${now}" value="${now}" required></label>
<button class="small">跳过去</button></form>`;
  return `<h2 id="clock">时钟</h2>
<p>沙箱时间 <strong data-testid="now">${beijingText(nowMs)}</strong>${speed === 1 ? '' : `，速度 ${speed} 倍`}。快进会办完途中到期的事：通知、关单、退款到账；只能往后，不能往回。</p>
${operatorPages ? `<form class="row" method="post" action="/_ctl/desk/clock">${buttons}</form>\n${jump}` : ''}`;
}

function deskPart({ operatorPages }: HomeView) {
  return ({ provider, name, orders }: HomeView['desks'][number]): string => {
    const rows = orders.map((order) => {
      const number = escapeHtml(order.number);
      const address = `/_ctl/cashier/${provider}/${encodeURIComponent(order.number)}`;
      const cell = operatorPages ? `<a href="${address}">${number}</a>` : number;
      return `<tr><td>${cell}</td><td>${yuan(order.totalFen)} 元</td><td>${escapeHtml(order.way)}</td><td>${escapeHtml(order.stateText)}</td><td>${beijingText(order.createdAtMs)}</td></tr>`;
    });
    return `<h2 id="${provider}">${escapeHtml(name)}订单</h2>
${table(`${name}订单`, ['商户订单号', '金额', '方式', '状态', '下单时间'], rows, '还没有订单')}`;
  };
}

function faultPart({ faults, offers }: HomeView): string {
  const ordered = faults.map(
    (fault) =>
      `<tr><td>${escapeHtml(PROVIDER_NAMES[fault.provider] ?? fault.provider)}</td><td>${fault.kind}</td><td>${escapeHtml(fault.call ?? '任意')}</td><td>${fault.strikes}/${fault.times}</td><td><form method="post" action="/_ctl/desk/faults"><button class="small" name="remove" value="${fault.id}" aria-label="取消 ${fault.kind}">取消</button></form></td></tr>`,
  );
  const choices = Object.entries(offers).map(([provider, kinds]) => {
    const buttons = Object.keys(kinds ?? {}).map((kind) => {
      const text = FAULT_TEXTS[kind as FaultKind];
      return `<button class="small" name="add" value="${provider} ${kind}">${kind}${text ? `<span class="muted">${text}</span>` : ''}</button>`;
    });
    const name = escapeHtml(PROVIDER_NAMES[provider] ?? provider);
    return `<details><summary>${name}（${buttons.length} 种）</summary><form class="row" method="post" action="/_ctl/desk/faults">${buttons.join('\n')}</form></details>`;
  });
  const clear = faults.length
    ? '<form method="post" action="/_ctl/desk/faults"><button class="small" name="clear" value="1">全部取消</button></form>'
    : '';
  return `<h2 id="faults">故障</h2>
<p>按一下，让这家的下一次相应往来出一次错。次数、针对哪一笔、参数，用控制接口 <code>POST /_ctl/faults</code>。</p>
${choices.join('\n')}
${table('已安排的故障', ['服务商', '种类', '调用', '已发生', ''], ordered, '没有安排故障')}
${clear}`;
}

function userPart({ users }: HomeView): string {
  const rows = users.map(({ openid, nickname, current }) => {
    const change = `<form method="post" action="/users"><button class="small" name="openid" value="${escapeHtml(openid)}">换成此人</button></form>`;
    return `<tr><td>${escapeHtml(nickname)}</td><td>${escapeHtml(openid)}</td><td>${current ? '当前用户' : change}</td></tr>`;
  });
  return `<h2 id="users">微信用户</h2>
${table('微信用户', ['昵称', 'openid', '本浏览器'], rows, '还没有用户')}`;
}

function logPart({ log }: HomeView): string {
  const rows = log.map((entry) => {
    const more = entry.expectedSignText
      ? `<details><summary>应签名的内容</summary><pre>${escapeHtml(entry.expectedSignText)}</pre></details>`
      : '';
    const reason = entry.reason ? `<span class="refused">${escapeHtml(entry.reason)}</span>` : '';
    return `<tr><td>${beijingText(entry.atMs)}</td><td>${entry.method} ${escapeHtml(entry.target)}</td><td>${entry.status ?? ''}</td><td>${reason}${more}</td></tr>`;
  });
  return `<h2 id="log">最近的请求</h2>
${table('最近的请求', ['时间', '请求', '状态', '说明'], rows, '还没有请求', ' requests')}`;
}

function table(label: string, heads: string[], rows: string[], none: string, more = ''): string {
  const columns = heads.map((head) => (head ? `<th scope="col">${head}</th>` : '<td></td>')).join('');
  const body = rows.join('') || `<tr><td colspan="${heads.length}">${none}</td></tr>`;
  return `<div class="scroll${more}" role="region" aria-label="${escapeHtml(label)}" tabindex="0"><table><thead><tr>${columns}</tr></thead><tbody>${body}</tbody></table></div>`;
}
