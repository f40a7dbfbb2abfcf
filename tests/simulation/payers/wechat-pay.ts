import type { Sandbox } from '@huimin/sandbox';
import { IN_WECHAT } from '../browser.ts';
import type { PaymentWay, ProviderSide } from './provider-side.ts';

const REFUND_STATES = { SUCCESS: 'done', PROCESSING: 'under-way', ABNORMAL: 'person', CLOSED: 'failed' } as const;

export function wechatPaySide({ control }: Sandbox): ProviderSide {
  return {
    code: 'wechat-pay',
    orders: () =>
      control.orders.list().map((order) => ({
        number: order.outTradeNo,
        totalFen: order.totalFen,
        paidFen: order.paidAtMs === undefined ? 0 : order.totalFen,
        // A charge by contract has no cashier.
        payable: order.tradeState === 'NOTPAY' && order.tradeType !== 'PAP',
        closable: order.tradeState === 'NOTPAY',
      })),
    refunds: () =>
      control.refunds.list().map((refund) => ({
        number: refund.outRefundNo,
        orderNumber: refund.outTradeNo,
        fen: refund.refundFen,
        state: REFUND_STATES[refund.status],
      })),
    pay: (number, late) => void control.orders.act(number, late ? 'force-pay' : 'pay'),
    settleRefund: (number) => void control.refunds.settle(number, 'SUCCESS'),
    notices: control.notifications,
    taken: (status) => status === 200 || status === 204,
  };
}

export const wechatJsapi: PaymentWay = {
  name: 'wxpay in WeChat',
  provider: 'wechat-pay',
  needsOpenId: true,
  async start(browser, server, orderNo) {
    const { code, result } = await browser.call(server, 'jsapiPay', { orderNo }, IN_WECHAT);
    return { code, handle: code === 200000 ? (result as { package: string }).package : null };
  },
};

export const wechatH5: PaymentWay = {
  name: 'wxpay in a browser',
  provider: 'wechat-pay',
  needsOpenId: false,
  async start(browser, server, orderNo) {
    const { code, result } = await browser.call(server, 'wechatWapPay', { orderNo });
    return { code, handle: code === 200000 ? (result as { payUrl: string }).payUrl : null };
  },
};
