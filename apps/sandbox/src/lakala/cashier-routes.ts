import { pressedAction } from '../faults/cashier-faults.ts';
import { CASHIER_KINDS } from '../faults/fault-kinds.ts';
import { type Answer, formOf, html, type Router, redirect } from '../http/router.ts';
import { CASHIER_ACTIONS, type CashierAction, cashierPage, cashierResultPage } from '../pages/cashier-page.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { COUNTER_PATH } from './counter-routes.ts';
import { LklError } from './lkl-error.ts';
import { type CounterOrder, PAY_MODES, type PayMode } from './lkl-rows.ts';
import { type CounterBook, STATUS_TEXT } from './order-book.ts';

const BRAND = '拉卡拉';
const MERCHANT_NAME = '补充医保（测试商户）';
const PENDING_MS = 60_000;

/** The counter: how to pay, and the payer's buttons. Whatever is pressed, the browser goes back to `callback_url`. */
export function addCounterPages(router: Router, parts: SandboxParts, orders: CounterBook): void {
  const { clock, faults } = parts;
  faults.offer('lakala', 'cashier', [...CASHIER_KINDS, 'pay_pending']);

  router.on('GET', `${COUNTER_PATH}/:number`, (request) => {
    request.note({ provider: 'lakala', call: 'cashier' });
    const order = orders.find({ payOrderNo: request.params.number ?? '' });
    const status = order && orders.statusOf(order);
    if (!order || !status || !['0', '1', '3'].includes(status))
      return refusalPage(status ? `订单${STATUS_TEXT[status]}` : '没有这个订单');
    return html(
      200,
      cashierPage({
        outTradeNo: order.outOrderNo,
        totalFen: order.totalFen,
        merchant: MERCHANT_NAME,
        description: order.orderInfo,
        fields: { number: order.payOrderNo },
        formAction: COUNTER_PATH,
        brand: BRAND,
        choice: {
          name: 'payMode',
          legend: '付款方式',
          options: Object.entries(PAY_MODES)
            .filter(([mode]) => order.payMode === undefined || order.payMode === mode)
            .map(([value, label]) => ({ value, label })),
        },
      }),
    );
  });

  router.on('POST', COUNTER_PATH, (request) => {
    request.note({ provider: 'lakala', call: 'cashier' });
    const form = formOf(request);
    const action = form.get('action') as CashierAction;
    const order = orders.find({ payOrderNo: form.get('number') ?? '' });
    const mode = form.get('payMode') ?? 'WECHAT';
    if (!order || !CASHIER_ACTIONS.includes(action) || !Object.hasOwn(PAY_MODES, mode))
      return refusalPage('付款请求不正确，请回到商家重新付款');
    try {
      return press(order, action, mode as PayMode);
    } catch (error) {
      if (!(error instanceof LklError)) throw error;
      request.note({ reason: `${error.code}: ${error.message}` });
      return refusalPage(error.message);
    }
  });

  const press = (order: CounterOrder, pressed: CashierAction, payMode: PayMode): Answer => {
    const { outOrderNo } = order;
    const match = { outTradeNo: outOrderNo };
    const action = pressedAction(faults, 'lakala', pressed, match);
    if (action === 'close') return resultPage('收银台已关闭', '没有付款。请自己回到商家页面。');
    if (action === 'balance-short') orders.fail(outOrderNo);
    if (action === 'pay' || action === 'pay-no-return') {
      const forged = faults.take('lakala', 'cashier', ['return_forged'], match);
      const pending = forged ? undefined : faults.take('lakala', 'cashier', ['pay_pending'], match);
      if (pending) orders.submit(outOrderNo, clock.now() + Number(pending.args?.delayMs ?? PENDING_MS));
      else if (!forged) orders.pay(outOrderNo, { payMode });
    }
    if (action === 'pay-no-return') return resultPage('支付成功', '已付款，没有返回商家。请自己回到商家页面。');
    return order.callbackUrl
      ? redirect(order.callbackUrl)
      : resultPage(action === 'pay' ? '支付成功' : '没有付款', '请回到商家页面查看结果。');
  };
}

function resultPage(heading: string, text: string): Answer {
  return html(200, cashierResultPage({ heading, text, brand: BRAND }));
}

function refusalPage(text: string): Answer {
  return html(400, cashierResultPage({ heading: '无法付款', text, brand: BRAND }));
}
