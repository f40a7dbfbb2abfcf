import type { Calls, OrderSummaryValue, OutputOf } from '@huimin/contract';
import { relationshipLabel, shownOrderStatus } from '@huimin/domain/order';
import { shownPolicyStatus } from '@huimin/domain/policy';

export type WordTone = 'ok' | 'warn' | 'err' | 'info' | 'neutral';
export interface StatusWord {
  readonly label: string;
  readonly tone: WordTone;
}
/** The server's map from status to words; null while it is not there. */
export type StatusMap = OutputOf<Calls['orderStatusMap']> | null;

const TONES = { success: 'ok', warn: 'warn', error: 'err', info: 'info', neutral: 'neutral' } as const;

/** The server's word for an order status; without the map this release's own, for an unknown value the value itself. */
export function orderStatusWord(map: StatusMap, status: number): StatusWord {
  const given = map?.[String(status)];
  if (given) return given;
  const { residentLabel, tone } = shownOrderStatus(status);
  return map ? { label: String(status), tone: 'neutral' } : { label: residentLabel, tone: TONES[tone] };
}

/** The same for a policy; a person without a policy yet is 出单中 once the order is paid. */
export function policyStatusWord(map: StatusMap, status: number | null, paid: boolean): StatusWord | null {
  if (status === null) return paid ? { label: '出单中', tone: 'warn' } : null;
  const given = map?.[String(status)];
  if (given) return given;
  const { label, tone } = shownPolicyStatus(status);
  return map ? { label: String(status), tone: 'neutral' } : { label, tone: TONES[tone] };
}

/** `苏民安 2025 升级款`, or `… 升级补差价` for an order that pays the difference to a dearer plan. */
export function orderTitle(order: Pick<OrderSummaryValue, 'productName' | 'planName' | 'kind'>): string {
  const plan = order.planName ? ` ${order.planName}` : '';
  return order.kind === 'upgrade' ? `${order.productName} 升级差价` : `${order.productName}${plan}`;
}

/** `李老测（父母）` for one, `张三、李四（共 2 人）` for several, whose number stays in one piece. */
export function insuredText(insured: OrderSummaryValue['insured']): string {
  const [first, ...others] = insured;
  if (!first) return '';
  if (others.length === 0) return `${first.name}（${relationshipLabel(first.relationship)}）`;
  return `${insured.map(({ name }) => name).join('、')}（共\u00a0${insured.length}\u00a0人）`;
}

/** Orders that wait for money: the person can pay or cancel. */
const WAITING: readonly number[] = [10, 20, 25];
const ISSUED = 50;
/** A cashier was opened and may have been paid at. */
const CASHIER_OPENED = 25;

export function isWaiting(order: Pick<OrderSummaryValue, 'status'>): boolean {
  return WAITING.includes(order.status);
}

/**
 * Words on the way to the pay page, which asks the provider before it lets anybody pay. Nobody is invited to pay who may
 * have paid: a cashier stays open after its provider has said "not paid yet".
 */
export function payActionText(order: Pick<OrderSummaryValue, 'status' | 'paymentOpen'>): string {
  return order.paymentOpen || order.status === CASHIER_OPENED ? '看付款结果' : '去付款';
}

/** The one time that says most about the order: `2025.11.20 10:32 付款`. */
export function orderTimeText(order: Pick<OrderSummaryValue, 'paidAt' | 'closedAt' | 'createdAt'>): string {
  if (order.paidAt) return `${order.paidAt} 付款`;
  return order.closedAt ? `${order.closedAt} 关闭` : `${order.createdAt} 下单`;
}

/** `2 份保单已升级`. */
export function raisingText(status: number, people: number): string {
  return status === ISSUED ? `${people} 份保单已升级` : '正在办理升级，一般几分钟就好';
}

/** `2 份保单已生成，1 份出单中`. */
export function issuingText(people: readonly { policyNo: string | null }[]): string {
  const issued = people.filter(({ policyNo }) => policyNo !== null).length;
  const open = people.length - issued;
  if (issued === 0) return '正在生成电子保单，一般几分钟就好';
  return open === 0 ? `${issued} 份保单已生成` : `${issued} 份保单已生成，${open} 份出单中`;
}

/** Whether what is cancelled can be put in again, and why not now; null where nothing is known of it. */
export type Again = { readonly open: boolean; readonly words: string } | null;

/** What is said before an order is cancelled. */
export function cancelWords(again: Again): string {
  const then = !again || again.open ? '，要参保得重新提交' : `。${again.words}`;
  return `取消后不能再付款${then}。没有付款，不会扣钱`;
}
