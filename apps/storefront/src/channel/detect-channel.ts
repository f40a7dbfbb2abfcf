import type { Channel } from './channel.ts';
import { inAppChannel, nativeBridge } from './in-app.ts';
import { miniProgramChannel } from './mini-program.ts';
import { plainChannel } from './plain.ts';
import { wechatChannel } from './wechat.ts';

/** Which container the page runs in, by its user agent and by what the container put into the window. */
export function detectChannel(window: Window): Channel {
  const { userAgent } = window.navigator;
  if (/MicroMessenger/i.test(userAgent)) {
    const inMiniProgram =
      /miniProgram/i.test(userAgent) ||
      (window as { __wxjs_environment?: string }).__wxjs_environment === 'miniprogram';
    return inMiniProgram ? miniProgramChannel(window) : wechatChannel(window);
  }
  // Alipay's own browser: like any other, but with its own list of ways to pay.
  if (/AlipayClient/i.test(userAgent)) return { ...plainChannel, kind: 'alipay' };
  const bridge = nativeBridge(window);
  return bridge ? inAppChannel(bridge) : plainChannel;
}
