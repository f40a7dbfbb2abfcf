import { pressedAction } from '../faults/cashier-faults.ts';
import { CASHIER_KINDS } from '../faults/fault-kinds.ts';
import { type Answer, formOf, html, type Router, redirect, type SandboxRequest } from '../http/router.ts';
import { CASHIER_ACTIONS, type CashierAction, cashierPage, cashierResultPage } from '../pages/cashier-page.ts';
import { medicalAuthorisePage } from '../pages/medical-authorise-page.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { AUTHORISE_PATH, CASHIER_PATH, type CentreBooks } from './centre-calls.ts';
import { CentreError } from './centre-error.ts';
import type { Authorisation, MedicalOrder } from './centre-rows.ts';
import { redirectQuery } from './envelope.ts';
import type { Data } from './signing.ts';

const BRAND = '医保';
const CORE_MS = 60_000;

/** The pages that a person sees: permission, and the cashier. Both go back with `appId` and `encData`, unsigned. */
export function addMedicalPages(router: Router, parts: SandboxParts, books: CentreBooks): void {
  const { clock, faults } = parts;
  const { authorisations, orders } = books;
  faults.offer('medical-account', 'cashier', [...CASHIER_KINDS, 'core_timeout']);
  faults.offer('medical-account', 'authorise', ['user_refused', 'user_never_returns', 'return_forged']);

  const guarded = (request: SandboxRequest, act: () => Answer): Answer => {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof CentreError)) throw error;
      request.note({ reason: `${error.code}: ${error.message}` });
      return html(
        400,
        cashierResultPage({ heading: '无法办理', text: `${error.code} ${error.message}`, brand: BRAND }),
      );
    }
  };
  const goBack = (address: string, data: Data): Answer => {
    const url = new URL(address);
    for (const [name, value] of redirectQuery(parts, data)) url.searchParams.set(name, value);
    return redirect(url.href);
  };

  const askedBy = (token: string): Authorisation => {
    const asked = authorisations.byToken(token);
    if (!asked || clock.now() >= asked.expiresAtMs)
      throw new CentreError('40302', '授权页面已过期，请回到商家重新授权');
    return asked;
  };
  router.on('GET', AUTHORISE_PATH, (request) => {
    request.note({ provider: 'medical-account', call: 'authorise' });
    return guarded(request, () => {
      const { userName, idNo, token } = askedBy(request.query.get('token') ?? '');
      return html(200, medicalAuthorisePage({ userName, idNo, token, formAction: AUTHORISE_PATH }));
    });
  });
  router.on('POST', AUTHORISE_PATH, (request) => {
    request.note({ provider: 'medical-account', call: 'authorise' });
    return guarded(request, () => {
      const form = formOf(request);
      const { outAuthNo, redirectUrl, state } = askedBy(form.get('token') ?? '');
      const match = { outTradeNo: outAuthNo };
      const back = (result: string) => goBack(redirectUrl, { outAuthNo, state, result });
      if (faults.take('medical-account', 'authorise', ['return_forged'], match)) return back('OK');
      const refused = faults.take('medical-account', 'authorise', ['user_refused'], match);
      const result = form.get('result') === 'OK' && !refused ? 'OK' : 'CANCEL';
      authorisations.decide(outAuthNo, result);
      if (faults.take('medical-account', 'authorise', ['user_never_returns'], match))
        return html(200, cashierResultPage({ heading: '授权已完成', text: '请自己回到商家页面。', brand: BRAND }));
      return back(result);
    });
  });

  const orderBy = (token: string): MedicalOrder => {
    const found = orders.byToken(token);
    if (!found || clock.now() >= found.visit.expiresAtMs)
      throw new CentreError('40401', '收银台已过期，请回到商家重新付款');
    return found.order;
  };
  router.on('GET', CASHIER_PATH, (request) => {
    request.note({ provider: 'medical-account', call: 'cashier' });
    return guarded(request, () => {
      const token = request.query.get('token') ?? '';
      const order = orderBy(token);
      if (order.tradeStatus !== 'WAIT') throw new CentreError('40902', '这笔订单不能再付款');
      return html(
        200,
        cashierPage({
          outTradeNo: order.outTradeNo,
          totalFen: order.amountFen,
          merchant: order.orgName,
          description: '医保个人账户支付',
          fields: { token },
          formAction: CASHIER_PATH,
          brand: BRAND,
        }),
      );
    });
  });
  router.on('POST', CASHIER_PATH, (request) => {
    request.note({ provider: 'medical-account', call: 'cashier' });
    return guarded(request, () => {
      const form = formOf(request);
      const action = form.get('action') as CashierAction;
      if (!CASHIER_ACTIONS.includes(action)) throw new CentreError('40001', '没有这个按钮');
      return press(orderBy(form.get('token') ?? ''), action);
    });
  });

  const press = (order: MedicalOrder, pressed: CashierAction): Answer => {
    const { outTradeNo, frontBackUrl } = order;
    const match = { outTradeNo };
    const action = pressedAction(faults, 'medical-account', pressed, match);
    if (action === 'close') return resultPage('收银台已关闭', '没有付款。请自己回到商家页面。');
    if (action === 'cancel') return goBack(frontBackUrl, orders.view(order));
    if (action === 'balance-short') return goBack(frontBackUrl, orders.view(orders.failed(outTradeNo)));
    if (faults.take('medical-account', 'cashier', ['return_forged'], match))
      return goBack(frontBackUrl, { ...orders.view(order), tradeStatus: 'SUCCESS', ordStas: '6' });
    const stuck = faults.take('medical-account', 'cashier', ['core_timeout'], match);
    const core = stuck && {
      atMs: clock.now() + Number(stuck.args?.delayMs ?? CORE_MS),
      outcome: stuck.args?.outcome === 'FAIL' ? ('FAIL' as const) : ('SUCCESS' as const),
    };
    const done = orders.pay(outTradeNo, { core });
    if (action === 'pay-no-return')
      return resultPage(core ? '正在处理' : '支付成功', '没有返回商家。请自己回到商家页面。');
    return goBack(frontBackUrl, orders.view(done));
  };
}

function resultPage(heading: string, text: string): Answer {
  return html(200, cashierResultPage({ heading, text, brand: BRAND }));
}
