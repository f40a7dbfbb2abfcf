import type { Channel, PayHint, WechatPayParameters } from './channel.ts';
import { wechatChannel } from './wechat.ts';

interface MiniProgramBridge {
  navigateTo?(options: { url: string; success(): void; fail(): void }): void;
}

/** The native page that takes the money; described in docs/partner-apps.md. */
const PAY_PAGE = '/pages/pay/index';
/** Some clients never say that the native page was opened. */
const VERDICT_MS = 4_000;

/** A web view inside a mini-program: the mini-program owns sharing, and its native page takes the money. */
export function miniProgramChannel(window: Window): Channel {
  return {
    ...wechatChannel(window),
    kind: 'mini-program',
    canShare: false,
    payWithWechat: (parameters) => payOnNativePage(window, parameters),
  };
}

/** Nothing comes back from there: that it was opened is all that is known, and the server asks the provider. */
function payOnNativePage(window: Window, parameters: WechatPayParameters): Promise<PayHint> {
  const bridge = (window as { wx?: { miniProgram?: MiniProgramBridge } }).wx?.miniProgram;
  if (!bridge?.navigateTo) return Promise.resolve('fail');
  const { navigateTo } = bridge;
  return new Promise((resolve) => {
    const timer = window.setTimeout(() => resolve('ok'), VERDICT_MS);
    const end = (hint: PayHint) => {
      window.clearTimeout(timer);
      resolve(hint);
    };
    navigateTo.call(bridge, {
      url: `${PAY_PAGE}?${new URLSearchParams({ ...parameters })}`,
      success: () => end('ok'),
      fail: () => end('fail'),
    });
  });
}
