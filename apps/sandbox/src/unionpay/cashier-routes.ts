import { pressedAction } from '../faults/cashier-faults.ts';
import { CASHIER_KINDS } from '../faults/fault-kinds.ts';
import { type Answer, formOf, html, type Router, redirect } from '../http/router.ts';
import { CASHIER_ACTIONS, type CashierAction, cashierResultPage } from '../pages/cashier-page.ts';
import { frontReturnPage } from '../pages/front-return-page.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { AcpError, respMessage } from './acp-error.ts';
import type { FrontRequest } from './acp-rows.ts';
import { CASHIER_PATH, refusalPage, UNIONPAY_BRAND } from './gateway-routes.ts';
import { seal } from './sealing.ts';
import type { Fields } from './signing.ts';
import type { TransactionBook } from './transaction-book.ts';

const PENDING_MS = 60_000;

/** The payer's pressed buttons. The browser goes back by a form POST to frontUrl. */
export function addAcpCashierRoutes(router: Router, parts: SandboxParts, book: TransactionBook): void {
  const { clock, faults } = parts;
  faults.offer('unionpay', 'cashier', [...CASHIER_KINDS, 'pay_pending']);

  router.on('POST', CASHIER_PATH, (request) => {
    request.note({ provider: 'unionpay', call: 'cashier' });
    const form = formOf(request);
    const action = form.get('action') as CashierAction;
    const asked = book.request(form.get('token') ?? '');
    try {
      if (!asked || !CASHIER_ACTIONS.includes(action)) throw new AcpError('10', '付款请求不正确，请回到商家重新付款');
      return press(asked, action);
    } catch (error) {
      if (!(error instanceof AcpError)) throw error;
      request.note({ reason: `${error.respCode}: ${error.message}` });
      return refusalPage(error);
    }
  });

  const press = (asked: FrontRequest, pressed: CashierAction): Answer => {
    const match = { outTradeNo: asked.orderId };
    const action = pressedAction(faults, 'unionpay', pressed, match);
    if (action === 'close') return resultPage('收银台已关闭', '没有付款。请自己回到商家页面。');
    if (action === 'cancel') {
      return asked.frontFailUrl ? redirect(asked.frontFailUrl) : goBack(asked, unpaid(asked, '60', '用户取消支付'));
    }
    if (action === 'balance-short') {
      const failed = book.submit(asked, '64');
      return asked.frontFailUrl ? redirect(asked.frontFailUrl) : goBack(asked, book.result(failed));
    }
    if (faults.take('unionpay', 'cashier', ['return_forged'], match))
      return goBack(asked, unpaid(asked, '00', '成功'), true);
    const pending = faults.take('unionpay', 'cashier', ['pay_pending'], match);
    const settlesAtMs = clock.now() + Number(pending?.args?.delayMs ?? PENDING_MS);
    const submitted = pending ? book.submit(asked, '05', { settlesAtMs }) : book.submit(asked, '00');
    if (action === 'pay-no-return') return resultPage('支付成功', '已付款，没有返回商家。请自己回到商家页面。');
    return goBack(asked, book.result(submitted));
  };

  const unpaid = (asked: FrontRequest, respCode: string, text: string): Fields => ({
    ...asked.echo,
    merId: parts.keys.unionpay.merId,
    currencyCode: '156',
    respCode,
    respMsg: respMessage(respCode, text),
  });

  const goBack = (asked: FrontRequest, fields: Fields, forged = false): Answer => {
    const sealed = seal(parts, fields);
    const signature = forged ? `${sealed.signature?.startsWith('A') ? 'B' : 'A'}${sealed.signature?.slice(1)}` : '';
    return html(200, frontReturnPage(asked.frontUrl, forged ? { ...sealed, signature } : sealed));
  };
}

function resultPage(heading: string, text: string): Answer {
  return html(200, cashierResultPage({ heading, text, brand: UNIONPAY_BRAND }));
}
