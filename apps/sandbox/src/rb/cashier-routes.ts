import { pressedAction } from '../faults/cashier-faults.ts';
import { CASHIER_KINDS } from '../faults/fault-kinds.ts';
import { type Answer, formOf, html, type Router, redirect } from '../http/router.ts';
import { CASHIER_ACTIONS, type CashierAction, cashierPage, cashierResultPage } from '../pages/cashier-page.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { CASHIER_PATH } from './gateway-routes.ts';
import { RB_STATUS_TEXT, type RbOrderBook } from './order-book.ts';
import { RbError } from './rb-error.ts';
import type { RbOrder } from './rb-rows.ts';

const BRAND = '保险公司';
const MERCHANT_NAME = '甲信财产保险（测试）';

/** The insurer's cashier. Whatever is pressed, the browser goes back to `returnUrl`. */
export function addRbPages(router: Router, parts: SandboxParts, orders: RbOrderBook): void {
  const { clock, faults } = parts;
  faults.offer('rb', 'cashier', CASHIER_KINDS);

  /** The order of an address, or why it cannot be paid on. */
  const opened = (token: string): RbOrder | string => {
    const page = orders.page(token);
    const order = page && orders.find(page.outTradeNo);
    if (!order) return '没有这个订单';
    const status = orders.statusOf(order);
    if (status !== 'WAIT' && status !== 'FAILED') return `订单${RB_STATUS_TEXT[status]}`;
    return clock.now() >= page.expiresAtMs ? '付款页面已过期，请回到商家重新付款' : order;
  };

  router.on('GET', `${CASHIER_PATH}/:token`, (request) => {
    request.note({ provider: 'rb', call: 'cashier' });
    const token = request.params.token ?? '';
    const order = opened(token);
    if (typeof order === 'string') return refusalPage(order);
    return html(
      200,
      cashierPage({
        outTradeNo: order.outTradeNo,
        totalFen: order.amountFen,
        merchant: MERCHANT_NAME,
        description: order.subject,
        fields: { token },
        formAction: CASHIER_PATH,
        brand: BRAND,
      }),
    );
  });

  router.on('POST', CASHIER_PATH, (request) => {
    request.note({ provider: 'rb', call: 'cashier' });
    const form = formOf(request);
    const action = form.get('action') as CashierAction;
    const order = opened(form.get('token') ?? '');
    if (typeof order === 'string') return refusalPage(order);
    if (!CASHIER_ACTIONS.includes(action)) return refusalPage('付款请求不正确，请回到商家重新付款');
    try {
      return press(order, action);
    } catch (error) {
      if (!(error instanceof RbError)) throw error;
      request.note({ reason: `${error.code}: ${error.message}` });
      return refusalPage(error.message);
    }
  });

  const press = (order: RbOrder, pressed: CashierAction): Answer => {
    const { outTradeNo } = order;
    const action = pressedAction(faults, 'rb', pressed, { outTradeNo });
    if (action === 'close') return resultPage('收银台已关闭', '没有付款。请自己回到商家页面。');
    if (action === 'balance-short') orders.fail(outTradeNo);
    const pays = action === 'pay' || action === 'pay-no-return';
    if (pays && !faults.take('rb', 'cashier', ['return_forged'], { outTradeNo })) orders.pay(outTradeNo);
    if (action === 'pay-no-return') return resultPage('支付成功', '已付款，没有返回商家。请自己回到商家页面。');
    return redirect(order.returnUrl);
  };
}

function resultPage(heading: string, text: string): Answer {
  return html(200, cashierResultPage({ heading, text, brand: BRAND }));
}

function refusalPage(text: string): Answer {
  return html(400, cashierResultPage({ heading: '无法付款', text, brand: BRAND }));
}
