import type { Sandbox } from '@huimin/sandbox';
import { openPage, type PaymentWay, type ProviderSide } from './provider-side.ts';

const REFUND_STATES = { SUCCESS: 'done', ACCEPTED: 'under-way', FAILED: 'failed' } as const;

export function alipaySide({ control: { alipay } }: Sandbox): ProviderSide {
  return {
    code: 'alipay',
    orders: () =>
      alipay.orders.list().map((order) => ({
        number: order.outTradeNo,
        totalFen: order.totalFen,
        paidFen: order.paidAtMs === undefined ? 0 : order.totalFen,
        payable: order.tradeState === 'WAIT_BUYER_PAY' || order.tradeState === 'NOT_CONFIRMED',
        // A page that nobody has confirmed is no trade yet: it can be neither asked about nor closed.
        closable: order.tradeState === 'WAIT_BUYER_PAY',
      })),
    refunds: () =>
      alipay.refunds.list().map((refund) => ({
        number: refund.outRequestNo,
        orderNumber: refund.outTradeNo,
        fen: refund.refundFen,
        state: REFUND_STATES[refund.status],
      })),
    pay: (number, late) => void alipay.orders.act(number, late ? 'force-pay' : 'pay'),
    settleRefund: (number) => void alipay.refunds.settle(number, 'SUCCESS'),
    notices: alipay.notifications,
    taken: (_status, body) => body === 'success',
  };
}

export const alipayPage: PaymentWay = {
  name: 'alipay',
  provider: 'alipay',
  needsOpenId: false,
  async start(browser, server, orderNo) {
    const { code, result } = await browser.call(server, 'alipayWapPay', { orderNo });
    return { code, handle: code === 200000 ? (result as { payUrl: string }).payUrl : null };
  },
  open: (handle) => openPage(handle),
};
