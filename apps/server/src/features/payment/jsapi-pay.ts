import type { Calls } from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { startPayment } from './start-payment.ts';

/** Starts a payment inside WeChat, for the openId bound to this browser's session. */
export function jsapiPay(deps: PaymentDependencies): Handler<Calls['jsapiPay']> {
  return async (input, request) => {
    const openId = await deps.openIdOf(request.session);
    if (!openId) return fail('open-id-required');
    const started = await startPayment(deps, request, {
      orderNo: input.orderNo,
      method: 'wxpay',
      way: { kind: 'jsapi', openId },
    });
    if (!started.ok) return started;
    const nonce = deps.random.bytes(16).toString('hex').toUpperCase();
    return ok(deps.wechatPay.signBridge(started.value.handle, nonce, Math.floor(deps.clock.now() / 1000)));
  };
}
