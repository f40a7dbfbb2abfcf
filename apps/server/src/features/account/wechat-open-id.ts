import type { Calls } from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';
import { redeemCode } from './authorisation.ts';

/** Both versions of the call do the same. */
export function wechatOpenId(deps: AccountDeps): Handler<Calls['wechatOpenIdV2']> {
  return async (input, request) => {
    const redemption = await redeemCode(deps, request.session, input);
    switch (redemption.kind) {
      case 'bound':
        return ok({ openId: redemption.openId, returnTo: redemption.returnTo });
      case 'busy':
        return fail('provider-busy', '微信暂时没有回应，请稍后再试');
      case 'not-bound':
        return redemption.reason === 'snapshot'
          ? fail('open-id-required', '现在是预览页面。请点右下角“使用完整服务”后再试')
          : fail('open-id-required', '微信授权已失效，请重新授权');
    }
  };
}
