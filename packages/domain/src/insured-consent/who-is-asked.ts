import type { BeijingDay } from '../date/index.ts';
import { RELATIONSHIPS, SELF } from '../order/index.ts';
import { isAdultAt } from '../person/index.ts';

/** Messages that one person gets about one order; after that somebody rings. */
export const MOST_ASKS = 3;

export interface AskedPerson {
  readonly relationship: string;
  readonly birthDate: BeijingDay;
  /** None was given, or it is the one that the payer logs in with. */
  readonly phone: 'none' | 'own' | 'another';
  /** Messages that went out or are about to. */
  readonly asks: number;
}

/** Why somebody insured is not asked by a message, in words for the payer; null: they can be. */
export function whyNotAsked({ relationship, birthDate, phone, asks }: AskedPerson, nowMs: number): string | null {
  if (relationship === SELF) return '本人下的单，不用再确认';
  if (!isAdultAt(birthDate, nowMs)) return '未成年人由监护人确认，下单时已经勾选';
  if (phone === 'none') return '没有留手机号，发不了短信。本人可以打服务电话说，客服会记下';
  if (phone === 'own') return '留的是您自己的手机号，收不到本人的确认。本人可以打服务电话说，客服会记下';
  return asks >= MOST_ASKS ? `已经发过 ${MOST_ASKS} 次短信，请和本人说一声。本人也可以打服务电话说，客服会记下` : null;
}

/** What somebody insured is to the payer, seen from the insured: 您的子女 bought it for 父母. */
export function payerOf(relationship: string): string {
  const [parents, children] = ['02', '03'];
  if (relationship === parents) return '您的子女';
  if (relationship === children) return '您的父母';
  if (relationship === '01') return '您的配偶';
  return RELATIONSHIPS.some(({ code }) => code === relationship) ? '您的亲属' : '投保人';
}
