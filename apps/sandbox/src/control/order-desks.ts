import { ALIPAY_ACTIONS } from '../alipay/alipay-control.ts';
import type { FaultProvider } from '../faults/fault-book.ts';
import { LAKALA_ACTIONS } from '../lakala/lakala-control.ts';
import { STATUS_TEXT } from '../lakala/order-book.ts';
import { MEDICAL_ACTIONS } from '../medical-account/medical-account-control.ts';
import type { NotificationControl } from '../notifications/notifier.ts';
import { RB_STATUS_TEXT } from '../rb/order-book.ts';
import { RB_ACTIONS } from '../rb/rb-control.ts';
import { UNIONPAY_ACTIONS } from '../unionpay/unionpay-control.ts';
import { hasCashier, STATE_TEXT } from '../wechat-pay/order-book.ts';
import { ORDER_ACTIONS, type SandboxControl } from './control.ts';

export type DeskOrder = {
  number: string;
  totalFen: number;
  way: string;
  stateText: string;
  createdAtMs: number;
  /** The payer could still pay. */
  waiting: boolean;
  /** Why nobody can press anything for the payer. */
  noCashier?: string;
};

/** One provider's orders as the people at the sandbox see them, and the buttons that may be pressed for the payer. */
export type OrderDesk = {
  provider: FaultProvider;
  name: string;
  list(): DeskOrder[];
  actions: readonly string[];
  /** Throws as the control function of this provider does. */
  act(number: string, action: string): void;
  notifications: readonly NotificationControl[];
};

const ALIPAY_TEXT = {
  NOT_CONFIRMED: '等待确认付款',
  WAIT_BUYER_PAY: '等待付款',
  TRADE_SUCCESS: '支付成功',
  TRADE_FINISHED: '交易结束',
  TRADE_CLOSED: '交易关闭',
} as const;
const UNIONPAY_TEXT: Record<string, string> = { '00': '支付成功', '05': '处理中', '34': '等待付款' };
const MEDICAL_TEXT = {
  WAIT: '等待付款',
  PAYING: '处理中',
  SUCCESS: '支付成功',
  FAIL: '支付失败',
  CLOSED: '已关闭',
  REFUND: '已全额退款',
} as const;

/** A desk for every way to pay. */
export function orderDesks(control: SandboxControl): OrderDesk[] {
  const { alipay, unionpay, lakala, rb, medicalAccount, papay } = control;
  return [
    {
      ...{ provider: 'wechat-pay', name: '微信支付', actions: ORDER_ACTIONS },
      list: () =>
        control.orders.list().map((order) => ({
          ...{ number: order.outTradeNo, totalFen: order.totalFen, way: order.tradeType },
          ...{ stateText: STATE_TEXT[order.tradeState], createdAtMs: order.createdAtMs },
          waiting: order.tradeState === 'NOTPAY' && hasCashier(order),
          ...(hasCashier(order) ? {} : { noCashier: '按合约扣款，没有收银台' }),
        })),
      act: (number, action) => void control.orders.act(number, action as never),
      notifications: [control.notifications, papay.notifications.contracts, papay.notifications.payments],
    },
    {
      ...{ provider: 'alipay', name: '支付宝', actions: ALIPAY_ACTIONS },
      list: () =>
        alipay.orders.list().map((order) => ({
          ...{ number: order.outTradeNo, totalFen: order.totalFen, way: 'WAP' },
          ...{ stateText: ALIPAY_TEXT[order.tradeState], createdAtMs: order.openedAtMs },
          waiting: order.tradeState === 'NOT_CONFIRMED' || order.tradeState === 'WAIT_BUYER_PAY',
        })),
      act: (number, action) => void alipay.orders.act(number, action as never),
      notifications: [alipay.notifications],
    },
    {
      ...{ provider: 'unionpay', name: '银联', actions: UNIONPAY_ACTIONS },
      list: () =>
        unionpay.orders.list().map((order) => ({
          ...{ number: order.orderId, totalFen: order.txnFen, way: 'WAP' },
          ...{ stateText: UNIONPAY_TEXT[order.respCode] ?? '支付失败', createdAtMs: order.openedAtMs },
          waiting: order.respCode !== '00' && order.respCode !== '05',
        })),
      act: (number, action) => void unionpay.orders.act(number, action as never),
      notifications: [unionpay.notifications],
    },
    {
      ...{ provider: 'medical-account', name: '医保个人账户', actions: MEDICAL_ACTIONS },
      list: () =>
        medicalAccount.orders.list().map((order) => ({
          ...{ number: order.outTradeNo, totalFen: order.amountFen, way: 'H5' },
          ...{ stateText: MEDICAL_TEXT[order.tradeStatus], createdAtMs: order.createdAtMs },
          waiting: order.tradeStatus === 'WAIT',
        })),
      act: (number, action) => void medicalAccount.orders.act(number, action as never),
      notifications: [medicalAccount.notifications],
    },
    {
      ...{ provider: 'lakala', name: '拉卡拉', actions: LAKALA_ACTIONS },
      list: () =>
        lakala.orders.list().map((order) => ({
          ...{ number: order.outOrderNo, totalFen: order.totalFen, way: '收银台' },
          ...{ stateText: STATUS_TEXT[order.orderStatus], createdAtMs: order.createdAtMs },
          waiting: order.orderStatus === '0',
        })),
      act: (number, action) => void lakala.orders.act(number, action as never),
      notifications: [lakala.notifications],
    },
    {
      ...{ provider: 'rb', name: '保险公司收银台', actions: RB_ACTIONS },
      list: () =>
        rb.orders.list().map((order) => ({
          ...{ number: order.outTradeNo, totalFen: order.amountFen, way: '收银台' },
          ...{ stateText: RB_STATUS_TEXT[order.status], createdAtMs: order.createdAtMs },
          waiting: order.status === 'WAIT',
        })),
      act: (number, action) => void rb.orders.act(number, action as never),
      notifications: [rb.notifications],
    },
  ];
}
