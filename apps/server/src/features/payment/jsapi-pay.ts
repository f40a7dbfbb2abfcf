import type { Calls } from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { PayerApp } from '../../ports/payment-provider.ts';
import { MINI_ENTRY_NEEDED, openMiniTicket } from './mini-program.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { startPayment } from './start-payment.ts';

/** Starts a payment inside WeChat, for the openId bound to this browser's session, or for the one of a mini-program. */
export function jsapiPay(deps: PaymentDependencies): Handler<Calls['jsapiPay']> {
  return async (input, request) => {
    const { miniTicket } = input;
    const inMiniProgram = miniTicket !== undefined;
    const openId = inMiniProgram ? openMiniTicket(deps, miniTicket) : await deps.openIdOf(request.session);
    if (!openId) return fail('open-id-required', inMiniProgram ? MINI_ENTRY_NEEDED : undefined);
    const app: { app?: PayerApp } = inMiniProgram ? { app: 'mini-program' } : {};
    const started = await startPayment(deps, request, {
      orderNo: input.orderNo,
      method: 'wxpay',
      way: { kind: 'jsapi', openId, ...app },
    });
    if (!started.ok) return started;
    const nonce = deps.random.bytes(16).toString('hex').toUpperCase();
    return ok(deps.wechatPay.signBridge(started.value.handle, nonce, Math.floor(deps.clock.now() / 1000), app.app));
  };
}
