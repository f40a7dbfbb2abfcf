import type { Channel } from './channel.ts';
import { plainChannel } from './plain.ts';

/** What a partner's app puts into the window of its web view as `huiminBridge`; documented for those apps. */
export interface NativeBridge {
  share(payload: string): void;
  savePicture(address: string): void;
}

/** The partner app's bridge, or null in a browser. */
export function nativeBridge(window: Window): NativeBridge | null {
  const bridge = (window as { huiminBridge?: Partial<NativeBridge> }).huiminBridge;
  return typeof bridge?.share === 'function' ? (bridge as NativeBridge) : null;
}

/** A partner's app: shares through it, pays over the H5 cashier. */
export function inAppChannel(bridge: NativeBridge): Channel {
  const canSave = typeof bridge.savePicture === 'function';
  return { ...plainChannel, kind: 'in-app', savePicture: canSave ? (address) => bridge.savePicture(address) : null };
}
