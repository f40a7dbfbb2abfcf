import { pressedAction } from '../faults/cashier-faults.ts';
import { CASHIER_KINDS } from '../faults/fault-kinds.ts';
import type { Answer, Router, SandboxRequest } from '../http/router.ts';
import { formOf, html, redirect } from '../http/router.ts';
import { CASHIER_ACTIONS, type CashierAction, cashierPage, cashierResultPage } from '../pages/cashier-page.ts';
import { isShopAddress, type SandboxParts } from '../sandbox-parts.ts';
import { currentUser } from '../wechat-account/current-user.ts';
import type { UserBook } from '../wechat-account/user-book.ts';
import type { SigningDesk } from '../wechat-papay/signing-desk.ts';
import { H5_URL_LIFE_MS, type OrderBook, PREPAY_LIFE_MS } from './order-book.ts';
import type { PayOrder } from './pay-rows.ts';
import { paySignText, rsaVerify } from './signing.ts';

const MERCHANT_NAME = '补充医保（测试商户）';
const REFUSED_IN_WECHAT = '商家参数格式有误，请联系商家解决';

/** The payer's side: the H5 page, the JSAPI page inside the stub's frame, and the pressed buttons. */
export function addCashierRoutes(
  router: Router,
  parts: SandboxParts,
  orders: OrderBook,
  users: UserBook,
  desk: SigningDesk,
): void {
  const { clock, faults, keys } = parts;
  faults.offer('wechat-pay', 'cashier', CASHIER_KINDS);

  const refuse = (request: SandboxRequest, reason: string, shopOrigin?: string): Answer => {
    request.note({ reason });
    return html(
      shopOrigin ? 200 : 400,
      cashierResultPage({
        heading: '无法付款',
        text: reason,
        message: shopOrigin ? { result: 'fail', detail: reason, shopOrigin } : undefined,
      }),
    );
  };

  const show = (order: PayOrder, fields: Record<string, string>): Answer =>
    html(
      200,
      cashierPage({
        outTradeNo: order.outTradeNo,
        totalFen: order.totalFen,
        merchant: MERCHANT_NAME,
        description: order.description,
        fields,
        choice: desk.choice(order.outTradeNo),
      }),
    );

  /** Why this order cannot be paid now; undefined when it can. */
  const obstacle = (order: PayOrder): string | undefined => {
    const state = orders.stateOf(order);
    if (state === 'CLOSED') return '该订单已关闭，请回到商家重新下单';
    return state === 'NOTPAY' ? undefined : '该订单已支付';
  };

  router.on('GET', '/cgi-bin/mmpayweb-bin/checkmweb', (request) => {
    request.note({ provider: 'wechat-pay', call: 'cashier' });
    const found = orders.findPrepay(request.query.get('prepay_id') ?? '');
    if (found?.order.tradeType !== 'MWEB' || found.prepay.packageNumber !== request.query.get('package')) {
      return refuse(request, '支付请求不正确，请回到商家重新下单');
    }
    const referer = request.headers.referer;
    if (!referer) return refuse(request, '商家参数格式有误：请求没有携带Referer');
    if (!isShopAddress(parts, referer)) return refuse(request, '商家存在未配置的参数：Referer不是登记的H5域名');
    if (/MicroMessenger/i.test(request.headers['user-agent'] ?? ''))
      return refuse(request, '请在微信外打开订单，进行支付');
    if (clock.now() >= found.prepay.createdAtMs + H5_URL_LIFE_MS)
      return refuse(request, '支付请求已失效，请重新发起支付');
    const redirectUrl = request.query.get('redirect_url') ?? '';
    if (redirectUrl && !isShopAddress(parts, redirectUrl))
      return refuse(request, '商家存在未配置的参数：redirect_url不是登记的H5域名');
    const problem = obstacle(found.order);
    if (problem) return refuse(request, problem);
    return show(found.order, { prepay_id: found.prepay.prepayId, redirect_url: redirectUrl });
  });

  router.on('GET', '/_wx/cashier', (request) => {
    request.note({ provider: 'wechat-pay', call: 'cashier' });
    const value = (name: string): string => request.query.get(name) ?? '';
    const pageAddress = value('page');
    if (!isShopAddress(parts, pageAddress)) return refuse(request, '当前页面的URL未注册');
    const shopOrigin = new URL(pageAddress).origin;
    const fields = {
      appId: value('appId'),
      timeStamp: value('timeStamp'),
      nonceStr: value('nonceStr'),
      package: value('package'),
    };
    const prepayId = /^prepay_id=(.+)$/.exec(fields.package)?.[1] ?? '';
    const found = orders.findPrepay(prepayId);
    // A mini-program's native page takes what was made for the mini-program, a web page what was made for the account.
    const takes = value('native') === '1' ? keys.wechatMini.appId : keys.wechatAccount.appId;
    if (fields.appId !== takes || (found && found.order.appid !== takes))
      return refuse(request, `${REFUSED_IN_WECHAT}：appId`, shopOrigin);
    const isVersion2 = found !== undefined && desk.isSignedOrder(found.order.outTradeNo);
    if (!isVersion2 && value('signType') !== 'RSA')
      return refuse(request, `${REFUSED_IN_WECHAT}：signType`, shopOrigin);
    if (!/^\d{10}$/.test(fields.timeStamp)) return refuse(request, `${REFUSED_IN_WECHAT}：timeStamp`, shopOrigin);
    if (fields.nonceStr === '' || fields.nonceStr.length > 32)
      return refuse(request, `${REFUSED_IN_WECHAT}：nonceStr`, shopOrigin);
    const text = paySignText(fields);
    if (isVersion2) {
      const signed = { ...fields, signType: value('signType') };
      const problem = desk.bridgeProblem(found.order.outTradeNo, signed, value('paySign'));
      if (problem) {
        request.note({ expectedSignText: problem.expectedSignText });
        return refuse(request, problem.reason, shopOrigin);
      }
    } else if (!rsaVerify(keys.wechatPay.merchant.publicKeyPem, text, value('paySign'))) {
      request.note({ expectedSignText: text.toString('utf8') });
      return refuse(request, '支付验证签名失败', shopOrigin);
    }
    if (found?.order.tradeType !== 'JSAPI') return refuse(request, `${REFUSED_IN_WECHAT}：prepay_id`, shopOrigin);
    if (clock.now() >= found.prepay.createdAtMs + PREPAY_LIFE_MS)
      return refuse(request, '支付请求已失效，请重新发起支付', shopOrigin);
    const problem = obstacle(found.order);
    if (problem) return refuse(request, problem, shopOrigin);
    return show(found.order, { prepay_id: prepayId, shop_origin: shopOrigin });
  });

  router.on('POST', '/pay/cashier', (request) => {
    request.note({ provider: 'wechat-pay', call: 'cashier' });
    const form = formOf(request);
    const pressed = form.get('action') as CashierAction;
    const found = orders.findPrepay(form.get('prepay_id') ?? '');
    const shopOrigin = form.get('shop_origin') ?? '';
    const redirectUrl = form.get('redirect_url') ?? '';
    if (!found || !CASHIER_ACTIONS.includes(pressed)) return refuse(request, '支付请求不正确，请回到商家重新下单');
    if (shopOrigin && !isShopAddress(parts, shopOrigin)) return refuse(request, '当前页面的URL未注册');
    if (redirectUrl && !isShopAddress(parts, redirectUrl))
      return refuse(request, '商家存在未配置的参数：redirect_url不是登记的H5域名');

    const { outTradeNo } = found.order;
    const action = pressedAction(faults, 'wechat-pay', pressed, { outTradeNo });
    const isPressed = action === 'pay' || action === 'pay-no-return';
    const openid = currentUser(request, users)?.openid;
    const pays = isPressed && desk.decide(outTradeNo, form.get('signing') ?? 'refuse', openid ?? '');
    const forged = pays && faults.take('wechat-pay', 'cashier', ['return_forged'], { outTradeNo });
    if (pays && !forged) {
      const problem = obstacle(found.order);
      if (problem) return refuse(request, problem, shopOrigin || undefined);
      orders.pay(outTradeNo, { openid });
    }
    const ended = isPressed && !pays ? 'balance-short' : action;
    return shopOrigin ? endInFrame(ended, shopOrigin) : endInBrowser(ended, redirectUrl);
  });
}

/** JSAPI: the frame's page reports the end to the stub, which closes the frame. `none` never calls the shop back. */
function endInFrame(action: CashierAction, shopOrigin: string): Answer {
  const results: Record<CashierAction, { result: string; heading: string; detail: string }> = {
    pay: { result: 'ok', heading: '支付成功', detail: '' },
    cancel: { result: 'cancel', heading: '已取消', detail: '' },
    'pay-no-return': { result: 'none', heading: '支付成功', detail: '' },
    'balance-short': { result: 'fail', heading: '余额不足', detail: '余额不足，请更换付款方式' },
    close: { result: 'none', heading: '已关闭', detail: '' },
  };
  const { result, heading, detail } = results[action];
  return html(
    200,
    cashierResultPage({ heading, text: detail || '请回到商家页面查看结果。', message: { result, detail, shopOrigin } }),
  );
}

/** H5: back to the shop, paid or not, except for the two ends that leave the browser here. */
function endInBrowser(action: CashierAction, redirectUrl: string): Answer {
  if (action === 'close') {
    return html(200, cashierResultPage({ heading: '收银台已关闭', text: '没有付款。请自己回到商家页面。' }));
  }
  if (action === 'pay-no-return') {
    return html(200, cashierResultPage({ heading: '支付成功', text: '已付款，没有返回商家。请自己回到商家页面。' }));
  }
  if (redirectUrl) return redirect(redirectUrl);
  const texts: Record<'pay' | 'cancel' | 'balance-short', [heading: string, text: string]> = {
    pay: ['支付成功', '已付款。请回到商家页面查看结果。'],
    cancel: ['已取消', '没有付款。请回到商家页面。'],
    'balance-short': ['余额不足', '没有付款。请回到商家页面换一种方式。'],
  };
  const [heading, text] = texts[action];
  return html(200, cashierResultPage({ heading, text }));
}
