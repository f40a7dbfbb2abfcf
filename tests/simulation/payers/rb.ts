import type { Sandbox } from '@huimin/sandbox';
import { openPage, type PaymentWay, type ProviderSide } from './provider-side.ts';

const REFUND_STATES = { REFUNDED: 'done', REFUNDING: 'under-way', FAILED: 'failed' } as const;

export function rbSide({ control: { rb } }: Sandbox): ProviderSide {
  return {
    code: 'rb',
    orders: () =>
      rb.orders.list().map((order) => {
        const payable = order.status === 'WAIT' || order.status === 'FAILED';
        return {
          number: order.outTradeNo,
          totalFen: order.amountFen,
          paidFen: order.paidAtMs === undefined ? 0 : order.amountFen,
          payable,
          closable: payable,
        };
      }),
    refunds: () =>
      rb.refunds.list().map((refund) => ({
        number: refund.refundNo,
        orderNumber: refund.outTradeNo,
        fen: refund.refundFen,
        state: REFUND_STATES[refund.status],
      })),
    pay: (number, late) => void rb.orders.act(number, late ? 'force-pay' : 'pay'),
    settleRefund: (number) => void rb.refunds.settle(number),
    notices: rb.notifications,
    taken: (_status, body) => /success/i.test(body),
  };
}

export const rbCashier: PaymentWay = {
  name: 'rb',
  provider: 'rb',
  needsOpenId: false,
  async start(browser, server, orderNo) {
    const { code, result } = await browser.call(server, 'rbGetPayUrl', { orderNo });
    return { code, handle: code === 200000 ? (result as { payUrl: string }).payUrl : null };
  },
  open: (handle) => openPage(handle),
};
