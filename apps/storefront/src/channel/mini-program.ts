import type { Channel } from './channel.ts';
import { wechatChannel } from './wechat.ts';

/** A web view inside a mini-program: pays like the messaging app's browser, but the mini-program owns sharing. */
export function miniProgramChannel(window: Window): Channel {
  return { ...wechatChannel(window), kind: 'mini-program', canShare: false };
}
