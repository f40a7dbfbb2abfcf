import { beijingText } from '../clock/beijing-time.ts';
import { pressedAction } from '../faults/cashier-faults.ts';
import { CASHIER_KINDS } from '../faults/fault-kinds.ts';
import { type Answer, formOf, html, type Router, redirect } from '../http/router.ts';
import { rsaSign } from '../keys/rsa-sha256.ts';
import { CASHIER_ACTIONS, type CashierAction, cashierResultPage } from '../pages/cashier-page.ts';
import { yuan } from '../pages/layout.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { AlipayError, businessError } from './alipay-error.ts';
import type { PageRequest, Trade } from './alipay-rows.ts';
import { refusalPage } from './gateway-door.ts';
import { ALIPAY_BRAND, CASHIER_PATH } from './gateway-methods.ts';
import { type Fields, signText } from './signing.ts';
import type { TradeBook } from './trade-book.ts';

/** The payer's pressed buttons. Confirming makes the trade, paying settles it; `取消` does neither. */
export function addAlipayCashierRoutes(router: Router, parts: SandboxParts, trades: TradeBook): void {
  const { faults } = parts;
  faults.offer('alipay', 'cashier', CASHIER_KINDS);

  router.on('POST', CASHIER_PATH, (request) => {
    request.note({ provider: 'alipay', call: 'cashier' });
    const form = formOf(request);
    const action = form.get('action') as CashierAction;
    const asked = trades.request(form.get('token') ?? '');
    try {
      if (!asked || !CASHIER_ACTIONS.includes(action))
        throw businessError('ACQ.INVALID_PARAMETER', '付款请求不正确，请回到商家重新付款');
      return press(asked, action);
    } catch (error) {
      if (!(error instanceof AlipayError)) throw error;
      request.note({ reason: `${error.subCode}: ${error.message}` });
      return refusalPage(error);
    }
  });

  const press = (asked: PageRequest, pressed: CashierAction): Answer => {
    const action = pressedAction(faults, 'alipay', pressed, { outTradeNo: asked.outTradeNo });
    if (action === 'close') return resultPage('收银台已关闭', '没有付款。请自己回到商家页面。');
    if (action === 'cancel') return asked.quitUrl ? redirect(asked.quitUrl) : resultPage('已取消', '没有付款。');
    if (action === 'balance-short') {
      // The payer confirmed, so there is a trade; only the money did not come.
      trades.confirm(asked);
      return asked.quitUrl ? redirect(asked.quitUrl) : resultPage('余额不足', '没有付款。请换一种付款方式。');
    }
    const forged = faults.take('alipay', 'cashier', ['return_forged'], { outTradeNo: asked.outTradeNo });
    const trade = trades.confirm(asked);
    if (!forged) trades.pay(asked.outTradeNo, { buyerId: trade.buyerId });
    if (action === 'pay-no-return') return resultPage('支付成功', '已付款，没有返回商家。请自己回到商家页面。');
    if (!asked.returnUrl) return resultPage('支付成功', '已付款。请回到商家页面查看结果。');
    return redirect(returnAddress(parts, asked.returnUrl, trade, forged !== undefined && forged.args?.signed !== true));
  };
}

function resultPage(heading: string, text: string): Answer {
  return html(200, cashierResultPage({ heading, text, brand: ALIPAY_BRAND }));
}

/** The shop's return address with the signed fields in its query, before any hash. They carry no status. */
function returnAddress({ clock, keys }: SandboxParts, address: string, trade: Trade, wrongSignature: boolean): string {
  const { appId, sellerId, alipay } = keys.alipay;
  const fields: Fields = {
    charset: 'utf-8',
    out_trade_no: trade.outTradeNo,
    method: 'alipay.trade.wap.pay.return',
    total_amount: yuan(trade.totalFen),
    trade_no: trade.tradeNo,
    auth_app_id: appId,
    version: '1.0',
    app_id: appId,
    seller_id: sellerId,
    timestamp: beijingText(clock.now()),
  };
  const text = signText(wrongSignature ? { ...fields, total_amount: '0.01' } : fields, 'message');
  const query = new URLSearchParams({ ...fields, sign_type: 'RSA2', sign: rsaSign(alipay.privateKeyPem, text) });
  const [beforeHash = '', ...hash] = address.split('#');
  const joined = `${beforeHash}${beforeHash.includes('?') ? '&' : '?'}${query}`;
  return hash.length > 0 ? `${joined}#${hash.join('#')}` : joined;
}
