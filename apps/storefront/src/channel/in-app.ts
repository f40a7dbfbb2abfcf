import type { Channel, ShareTarget } from './channel.ts';
import { plainChannel } from './plain.ts';

/**
 * What a partner's app puts into the window of its web view as `huiminBridge`; described for those apps in
 * docs/partner-apps.md.
 */
export interface NativeBridge {
  share(payload: string, target: ShareTarget): void;
  savePicture(address: string): void;
}

/** The partner app's bridge, or null in a browser. */
export function nativeBridge(window: Window): NativeBridge | null {
  const bridge = (window as { huiminBridge?: Partial<NativeBridge> }).huiminBridge;
  return typeof bridge?.share === 'function' ? (bridge as NativeBridge) : null;
}

/** Fixed by the specification. */
const SHARE_NUM = 1;
const SHARE_TAG = 3;

/** A partner's app: shares through it, pays over the H5 cashier. */
export function inAppChannel(bridge: NativeBridge): Channel {
  const canSave = typeof bridge.savePicture === 'function';
  return {
    ...plainChannel,
    kind: 'in-app',
    savePicture: canSave ? (address) => bridge.savePicture(address) : null,
    shareCard: ({ page, title, content, image }, target) =>
      bridge.share(JSON.stringify({ num: SHARE_NUM, tag: SHARE_TAG, page, title, content, image }), target),
  };
}
