import type { Calls } from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { browserOf } from './payment-methods.ts';

/** Whether this browser can pay by WeChat's own bridge now, and whether its openId is known. */
export function jsapiPayEnable(deps: PaymentDependencies): Handler<Calls['jsapiPayEnable']> {
  return async (input, request) => {
    const edition = deps.editions.edition(input.productId);
    if (!edition) return fail('not-found', '没有这个产品，请从首页重新进入');
    const offered = edition.document.payList.some((entry) => entry.value === 'wxpay');
    return ok({
      enabled: offered && browserOf(request.userAgent) === 'wechat',
      openIdKnown: (await deps.openIdOf(request.session)) !== null,
    });
  };
}
