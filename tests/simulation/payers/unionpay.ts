import type { Sandbox } from '@huimin/sandbox';
import { openPage, type PaymentWay, type ProviderSide } from './provider-side.ts';

const DONE = '00';
const IN_PROGRESS = '05';

export function unionpaySide({ control: { unionpay }, clock }: Sandbox): ProviderSide {
  return {
    code: 'unionpay',
    orders: () =>
      unionpay.orders.list().map((order) => ({
        number: order.orderId,
        totalFen: order.txnFen,
        paidFen: order.respCode === DONE ? order.txnFen : 0,
        payable: order.respCode !== DONE && clock.now() < order.expiresAtMs,
        // It has no call that closes: a form that was handed out can be paid until its time is over.
        closable: false,
      })),
    refunds: () =>
      unionpay.refunds.list().map((refund) => ({
        number: refund.orderId,
        orderNumber: unionpay.orders.list().find((order) => order.queryId === refund.origQryId)?.orderId ?? '',
        fen: refund.txnFen,
        state: refund.respCode === DONE ? 'done' : refund.respCode === IN_PROGRESS ? 'under-way' : 'failed',
      })),
    pay: (number, late) => void unionpay.orders.act(number, late ? 'force-pay' : 'pay'),
    settleRefund: (number) => void unionpay.settle(number),
    notices: unionpay.notifications,
    taken: (status) => status === 200,
  };
}

export const unionpayForm: PaymentWay = {
  name: 'unionpay',
  provider: 'unionpay',
  needsOpenId: false,
  async start(browser, server, orderNo) {
    const { code, result } = await browser.call(server, 'unionpayWapPay', { orderNo });
    return { code, handle: code === 200000 ? JSON.stringify(result) : null };
  },
  open(handle) {
    const { action, fields } = JSON.parse(handle) as { action: string; fields: Record<string, string> };
    return openPage(action, fields);
  },
};
