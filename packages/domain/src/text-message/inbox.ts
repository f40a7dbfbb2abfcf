import type { StatusTone } from '../status/index.ts';
import { MESSAGE_KINDS, type MessageKind, messageKind } from './message-kinds.ts';
import { PLACE, tellsTooMuch } from './message-text.ts';

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: places that are filled in
/**
 * What each kind says in the account's own inbox, as it was first. Codes are never there; nor is what somebody could use
 * who reads it later.
 */
const INBOX_TEXTS: Readonly<Record<MessageKind, string | null>> = {
  'login-code': null,
  'policy-issued': '${product}已付款，${count}份保单已生成。点“查看”看保单、下载保险凭证。',
  'payment-result': '${product}的订单：${result}。',
  'refund-arrived': '${product}的退款${amount}元已原路退回。',
  'account-notice': '${event}。有疑问，或不是您本人办的，请打服务电话。',
  'change-result': '${product}：${result}。',
  'sale-open': '您预约的${product}已开始参保，到${date}截止。自己参保后保障才会生效。',
  'renewal-open':
    '${product}已开始参保，到${date}截止。您上一年的保障到期就结束，不会自己接上。点“查看”看以前参保的家人。',
  'family-ask': '${name}为您投保了${product}，您不用付钱。请打开短信里的链接看一看，由您本人确认。',
  'group-invite': '${company}要为您投保${product}，保费由单位付。请打开短信里的链接核对，由您本人确认。',
  'group-news': '${company}的团体参保：${result}。',
  'withholding-ask': '${product}可以重新投保了，${amount}元。请在${date}前确认，不确认就不扣费，也不投保。',
  'withholding-coming': '${product}将在${date}自动扣费${amount}元。不想投保，请在那之前关闭自动扣费。',
  'withholding-result': '${product}自动重新投保：${result}。',
  'withholding-closed': '${product}的自动重新投保已关闭，以后不会扣费，已生效保单不受影响。',
};
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above

/** So long a message lies in the inbox. */
export const INBOX_KEPT_MS = 365 * 24 * 3_600_000;
/** More than this is not read. */
const LONGEST = 120;
const NOT_SHOWN = ['code', 'link'];

/** What a kind says in the inbox as it was first; null where it is never there. */
export function inboxText(kind: string): string | null {
  const texts: Readonly<Record<string, string | null>> = INBOX_TEXTS;
  return texts[kind] ?? null;
}

/** What an inbox text may have filled in, by name, with an invented example. */
export function inboxPlaces(kind: string): Readonly<Record<string, string>> {
  const { places } = messageKind(kind);
  return Object.fromEntries(Object.entries(places).filter(([name]) => !NOT_SHOWN.includes(name)));
}

/** What is wrong with an inbox text, as sentences; none when it may be used. Not every place has to be in it. */
export function inboxTextProblems(kind: string, text: string): string[] {
  const places = inboxPlaces(kind);
  const used = [...text.matchAll(PLACE)].map(([, name]) => name ?? '');
  const unknown = used.filter((name) => !Object.keys(places).includes(name));
  const problems: string[] = [];
  if (unknown.length > 0) problems.push(`没有这样的变量：${[...new Set(unknown)].join('、')}`);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: places that are filled in
  if (text.replace(PLACE, '').includes('${')) problems.push('变量要写成 ${名字}');
  if (tellsTooMuch({ text })) problems.push('正文里不能有证件号、手机号或病名');
  if (text.includes('拒收请回复')) problems.push('站内消息不能回复，不写退订');
  if (/https?:|www\./i.test(text)) problems.push('正文里不写网址，点“查看”会打开对应的页面');
  if (text.length > LONGEST) problems.push(`正文最多 ${LONGEST} 个字`);
  return problems;
}

interface InboxTopic {
  readonly about: RegExp;
  readonly title?: string;
  /** Where one goes on, behind `#`; `$1` is the number. */
  readonly screen: string;
}

/** What a message leads to: by the number of what it tells of, the first that fits. */
const TOPICS: readonly InboxTopic[] = [
  { about: /^(JS\d{19})$/, screen: '/orderDetail?orderNo=$1' },
  { about: /^GZ\d/, title: '修改结果', screen: '/update' },
  { about: /^TS\d/, title: '投诉进度', screen: '/complaints' },
  { about: /^QL\d/, title: '个人信息申请', screen: '/ownData' },
  { about: /^TY\d/, title: '特药申请', screen: '/drugCases' },
  { about: /^JK\d/, title: '健康服务', screen: '/lsjsfwsc' },
  { about: /^ZT\d/, title: '中途参保', screen: '/midApply' },
  { about: /^(?:FH|JW)\d{19}$/, title: '既往症查询', screen: '/order_search_new' },
  { about: /^FH\d/, title: '理赔复核', screen: '/claims' },
  { about: /^YY\d/, screen: '/index' },
  { about: /^(TD\d{19})-/, screen: '/groupProgress?groupNo=$1' },
];
const SCREENS: Readonly<Partial<Record<string, string>>> = {
  'account-notice': '/loginHistory',
  'renewal-open': '/renew',
  'withholding-ask': '/withhold',
  'withholding-coming': '/withhold',
  'withholding-result': '/withhold',
  'withholding-closed': '/withhold',
};

/** What the screens that a message leads to are called, as their residents read it. */
const SCREEN_TITLES: Readonly<Record<string, string>> = {
  '/orderDetail': '订单详情',
  '/update': '修改缴费人信息',
  '/fixInfoDetail': '修改个人信息',
  '/complaints': '投诉',
  '/ownData': '我的个人信息',
  '/drugCases': '我的用药申请',
  '/lsjsfwsc': '健康服务手册',
  '/midApply': '中途参保资格',
  '/order_search_new': '既往症查询',
  '/claims': '理赔结果',
  '/index': '首页',
  '/groupProgress': '团体参保进度',
  '/loginHistory': '登录记录',
  '/renew': '续保',
  '/withhold': '自动扣费管理',
};

/** What the screen behind an address (`/orderDetail?orderNo=…`) is called; the address itself where nobody has named it. */
export function inboxScreenTitle(screen: string): string {
  const [path = ''] = screen.split('?');
  return SCREEN_TITLES[path] ?? path;
}

/** The heading of a message in the inbox, and the screen it leads to; none where there is nothing more to see. */
export function inboxPlace(kind: string, about: string): { readonly title: string; readonly screen: string | null } {
  const topic = TOPICS.find((one) => one.about.test(about));
  const [, number = ''] = topic?.about.exec(about) ?? [];
  const screen = topic?.screen.replace('$1', number) ?? SCREENS[kind] ?? null;
  return { title: topic?.title ?? messageKind(kind).title, screen };
}

export type InboxStatus = 'created' | 'delivered' | 'read';

/** How far a message in the inbox is. `delivered`: it was on the owner's screen, in the list. */
export const INBOX_STATUSES: Readonly<Record<InboxStatus, { readonly label: string; readonly tone: StatusTone }>> = {
  created: { label: '还没看到', tone: 'info' },
  delivered: { label: '已看到', tone: 'success' },
  read: { label: '已读', tone: 'success' },
};

export function inboxStatus(row: {
  readonly delivered_at: number | null;
  readonly read_at: number | null;
}): InboxStatus {
  if (row.read_at !== null) return 'read';
  return row.delivered_at === null ? 'created' : 'delivered';
}

/** Kinds that an inbox may hold. */
export const INBOX_KINDS = (Object.keys(MESSAGE_KINDS) as MessageKind[]).filter((kind) => INBOX_TEXTS[kind] !== null);
