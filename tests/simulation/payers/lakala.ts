import type { Sandbox } from '@huimin/sandbox';
import { openPage, type PaymentWay, type ProviderSide } from './provider-side.ts';

const REFUND_STATES = { SUCCESS: 'done', PROCESSING: 'under-way', EXCEPTION: 'person', FAIL: 'failed' } as const;

export function lakalaSide({ control: { lakala }, clock }: Sandbox): ProviderSide {
  return {
    code: 'lakala',
    orders: () =>
      lakala.orders.list().map((order) => {
        const payable = ['WAITING', 'FAILED'].includes(order.state) && clock.now() < order.expiresAtMs;
        return {
          number: order.outOrderNo,
          totalFen: order.totalFen,
          paidFen: order.state === 'PAID' ? order.totalFen : 0,
          payable,
          closable: payable,
        };
      }),
    refunds: () =>
      lakala.refunds.list().map((refund) => ({
        number: refund.outTradeNo,
        orderNumber: refund.outOrderNo,
        fen: refund.refundFen,
        state: REFUND_STATES[refund.state],
      })),
    pay: (number, late) => void lakala.orders.act(number, late ? 'force-pay' : 'pay'),
    settleRefund: (number) => void lakala.refunds.settle(number),
    notices: lakala.notifications,
    taken: (_status, body) => /"SUCCESS"/.test(body),
  };
}

export const lakalaCounter: PaymentWay = {
  name: 'lakala',
  provider: 'lakala',
  needsOpenId: false,
  async start(browser, server, orderNo) {
    const { code, result } = await browser.call(server, 'lakalaGetOrderNo', { orderNo });
    return { code, handle: code === 200000 ? (result as { payUrl: string }).payUrl : null };
  },
  open: (handle) => openPage(handle),
};
