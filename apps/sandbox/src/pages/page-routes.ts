import { readFileSync } from 'node:fs';
import type { AlipayControl } from '../alipay/alipay-control.ts';
import { beijingText } from '../clock/beijing-time.ts';
import { html, json, type Router } from '../http/router.ts';
import type { MedicalAccountControl } from '../medical-account/medical-account-control.ts';
import type { FormNotification } from '../notifications/form-notifier.ts';
import type { LakalaControl } from '../lakala/lakala-control.ts';
import { STATUS_TEXT } from '../lakala/order-book.ts';
import { RB_STATUS_TEXT } from '../rb/order-book.ts';
import type { RbControl } from '../rb/rb-control.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { Inbox, SmsMessage } from '../sms/inbox.ts';
import type { UnionpayControl } from '../unionpay/unionpay-control.ts';
import { currentUser } from '../wechat-account/current-user.ts';
import type { UserBook } from '../wechat-account/user-book.ts';
import { type OrderBook, STATE_TEXT } from '../wechat-pay/order-book.ts';
import type { PayNotifier } from '../wechat-pay/pay-rows.ts';
import { homePage } from './home-page.ts';
import { phoneListPage, phonePage } from './phone-page.ts';

const ASSETS: Record<string, string> = {
  'sandbox.css': 'text/css; charset=utf-8',
  'phone.js': 'text/javascript; charset=utf-8',
  'authorise.js': 'text/javascript; charset=utf-8',
  'cashier-result.js': 'text/javascript; charset=utf-8',
  'front-return.js': 'text/javascript; charset=utf-8',
};
const SHOWN_ORDERS = 50;
const SHOWN_REQUESTS = 60;

const ALIPAY_STATE_TEXT = {
  NOT_CONFIRMED: '等待确认付款',
  WAIT_BUYER_PAY: '等待付款',
  TRADE_SUCCESS: '支付成功',
  TRADE_FINISHED: '交易结束',
  TRADE_CLOSED: '交易关闭',
} as const;
const UNIONPAY_STATE_TEXT: Record<string, string> = { '00': '支付成功', '05': '处理中', '34': '等待付款' };
const MEDICAL_STATE_TEXT = {
  WAIT: '等待付款',
  PAYING: '处理中',
  SUCCESS: '支付成功',
  FAIL: '支付失败',
  CLOSED: '已关闭',
  REFUND: '已全额退款',
} as const;

export type PageBooks = {
  orders: OrderBook;
  users: UserBook;
  notifier: PayNotifier;
  messages: Inbox;
  alipay: AlipayControl;
  unionpay: UnionpayControl;
  lakala: LakalaControl;
  rb: RbControl;
  medicalAccount: MedicalAccountControl;
  operatorPages: boolean;
};

/** Home page, phone pages, and the style and script files of all pages. */
export function addPageRoutes(router: Router, parts: SandboxParts, books: PageBooks): void {
  for (const [name, type] of Object.entries(ASSETS)) {
    const body = readFileSync(new URL(`./assets/${name}`, import.meta.url));
    router.on('GET', `/_pages/${name}`, () => ({
      status: 200,
      headers: { 'content-type': type, 'cache-control': 'no-cache' },
      body,
    }));
  }

  router.on('GET', '/', (request) => {
    const current = currentUser(request, books.users);
    const orders = newest(books.orders.list());
    return html(
      200,
      homePage({
        nowMs: parts.clock.now(),
        users: books.users.list().map((user) => ({ ...user, current: user.openid === current?.openid })),
        orders: orders.map((order) => {
          const state = books.orders.stateOf(order);
          return {
            outTradeNo: order.outTradeNo,
            totalFen: order.totalFen,
            tradeType: order.tradeType,
            createdAtMs: order.createdAtMs,
            stateText: STATE_TEXT[state],
            href:
              state === 'NOTPAY' && books.operatorPages
                ? `/_ctl/cashier/${encodeURIComponent(order.outTradeNo)}`
                : undefined,
          };
        }),
        more: [
          {
            heading: '支付宝订单',
            orders: newest(books.alipay.orders.list()).map((order) => ({
              ...{ outTradeNo: order.outTradeNo, totalFen: order.totalFen, tradeType: 'WAP' },
              ...{ createdAtMs: order.openedAtMs, stateText: ALIPAY_STATE_TEXT[order.tradeState] },
            })),
          },
          {
            heading: '银联订单',
            orders: newest(books.unionpay.orders.list()).map((order) => ({
              ...{ outTradeNo: order.orderId, totalFen: order.txnFen, tradeType: 'WAP' },
              ...{ createdAtMs: order.openedAtMs, stateText: UNIONPAY_STATE_TEXT[order.respCode] ?? '支付失败' },
            })),
          },
          {
            heading: '拉卡拉订单',
            orders: newest(books.lakala.orders.list()).map((order) => ({
              ...{ outTradeNo: order.outOrderNo, totalFen: order.totalFen, tradeType: '收银台' },
              ...{ createdAtMs: order.createdAtMs, stateText: STATUS_TEXT[order.orderStatus] },
            })),
          },
          {
            heading: '保险公司收银台订单',
            orders: newest(books.rb.orders.list()).map((order) => ({
              ...{ outTradeNo: order.outTradeNo, totalFen: order.amountFen, tradeType: '收银台' },
              ...{ createdAtMs: order.createdAtMs, stateText: RB_STATUS_TEXT[order.status] },
            })),
          },
          {
            heading: '医保个人账户订单',
            orders: newest(books.medicalAccount.orders.list()).map((order) => ({
              ...{ outTradeNo: order.outTradeNo, totalFen: order.amountFen, tradeType: 'H5' },
              ...{ createdAtMs: order.createdAtMs, stateText: MEDICAL_STATE_TEXT[order.tradeStatus] },
            })),
          },
        ],
        violations: [
          ...violations(books.notifier.list()),
          ...violations(books.alipay.notifications.list()),
          ...violations(books.unionpay.notifications.list()),
          ...violations(books.lakala.notifications.list()),
          ...violations(books.rb.notifications.list()),
          ...violations(books.medicalAccount.notifications.list()),
        ],
        log: parts.log
          .entries()
          .filter((entry) => entry.provider !== undefined)
          .slice(0, SHOWN_REQUESTS),
      }),
    );
  });

  router.on('GET', '/phone', (request) => {
    const number = request.query.get('number');
    if (number) return html(200, phonePage(number.replace(/[^\d+]/g, '').slice(0, 20)));
    const counts = new Map<string, number>();
    for (const message of arrived(books.messages)) counts.set(message.phone, (counts.get(message.phone) ?? 0) + 1);
    return html(200, phoneListPage([...counts].map(([phone, count]) => ({ phone, count }))));
  });

  router.on('GET', '/phone/messages', (request) =>
    json(200, {
      messages: arrived(books.messages, request.query.get('number') ?? '').map((message) => ({
        text: message.text,
        code: message.params.code,
        time: beijingText(message.sentAtMs),
      })),
    }),
  );
}

/** What a phone shows: a message that is late or lost is not on it. */
function arrived(messages: Inbox, phone?: string): SmsMessage[] {
  return messages.list(phone).filter((message) => messages.receiptOf(message) === 'delivered');
}

function newest<T>(rows: T[]): T[] {
  return [...rows].reverse().slice(0, SHOWN_ORDERS);
}

/** What receivers accepted although they had to refuse it. */
function violations(rows: Pick<FormNotification, 'outTradeNo' | 'attempts'>[]): string[] {
  return rows.flatMap((row) =>
    row.attempts.flatMap((attempt) => (attempt.violation ? [`${row.outTradeNo}：${attempt.violation}`] : [])),
  );
}
