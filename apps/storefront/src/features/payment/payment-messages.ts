import type { OrderPaymentStateValue } from '@huimin/contract';
import { PAYMENT_MESSAGES, type PaymentMessage } from '@huimin/domain/payment';

/**
 * What the server says about the money, and two cases more: it was asked for a minute and knows no result yet, and has
 * promised a text message or has not.
 */
export type ShownPayment = OrderPaymentStateValue['payment'] | 'told-later' | 'unanswered';

/**
 * What a payer is told about an order's money. "Pay again" is offered for `unpaid` alone: the server has asked the
 * provider and nothing was charged. A closed order cannot be paid any more;
 * whether another one can be put in, the sale says (`features/sale/again-words.ts`).
 */
export const PAYMENT_STATE_MESSAGES: Readonly<Record<ShownPayment, PaymentMessage>> = {
  unpaid: PAYMENT_MESSAGES.FAILED,
  confirming: PAYMENT_MESSAGES.WAITING,
  'told-later': {
    title: '支付结果确认中',
    text: '请勿重复支付，我们会短信通知您',
    tone: 'info',
    mayPayAgain: false,
  },
  unanswered: {
    title: '支付结果确认中',
    text: '请勿重复支付，结果会更新到“我的订单”',
    tone: 'info',
    mayPayAgain: false,
  },
  paid: PAYMENT_MESSAGES.SUCCESS,
  closed: {
    title: '订单已关闭',
    text: '没有扣款',
    tone: 'neutral',
    mayPayAgain: false,
  },
  refunding: PAYMENT_MESSAGES.REFUNDING,
  refunded: PAYMENT_MESSAGES.REFUNDED,
};

/**
 * Why a payment could not be made, by the `reason` in the address of the page 温馨提示, and what to do about it. Whether
 * money moved is not in the address: the page asks the server and says so itself.
 */
export const PAY_ERROR_MESSAGES = {
  browser: {
    title: '换个地方打开就能付款',
    text: '这里打不开付款页面。请在手机浏览器或微信里打开订单再付款',
  },
  window: {
    title: '现在不能付款了',
    text: '已经过了付款时间',
  },
  limit: {
    title: '超过了付款限额',
    text: '请换一种方式付款，或者明天再付',
  },
  unknown: {
    title: '付款页面没有打开',
    text: '请先到订单里看结果，再决定要不要付款',
  },
} as const satisfies Record<string, { title: string; text: string }>;

export type PayErrorReason = keyof typeof PAY_ERROR_MESSAGES;

/** Reads the address's `reason`; anything else is `unknown`. */
export function payErrorReason(text: string | null): PayErrorReason {
  return text !== null && Object.keys(PAY_ERROR_MESSAGES).includes(text) ? (text as PayErrorReason) : 'unknown';
}
