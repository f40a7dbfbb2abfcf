import type { Calls } from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';

/** Signs a page address for wx.config. The messaging app refuses to sign pages that are not this shop's. */
export function jsSdkSignature(deps: AccountDeps): Handler<Calls['jsSdkSignature']> {
  return async ({ url }) => {
    const nonceStr = deps.core.random.bytes(8).toString('hex');
    const timestamp = Math.floor(deps.core.clock.now() / 1000);
    const result = await deps.messagingApp.signPage(url, nonceStr, timestamp);
    switch (result.kind) {
      case 'signed':
        return ok({ appId: deps.messagingApp.appId, timestamp, nonceStr, signature: result.signature });
      case 'foreign-page':
        return fail('bad-input', '这个页面不是本站页面，请重新打开页面');
      case 'busy':
        return fail('provider-busy', '微信暂时没有回应，请稍后再试');
    }
  };
}
