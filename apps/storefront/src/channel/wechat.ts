import type { Channel, PayHint, WechatPayParameters } from './channel.ts';

interface WeixinBridge {
  invoke(name: string, parameters: object, callback: (answer: { err_msg?: string }) => void): void;
}

/** The bridge comes shortly after the page; where it never comes, nobody can pay by it. */
const BRIDGE_WAIT_MS = 5_000;

/** The messaging app's own browser. */
export function wechatChannel(window: Window): Channel {
  return {
    kind: 'wechat',
    canShare: true,
    canAuthorise: true,
    savePicture: null,
    shareCard: null,
    payWithWechat: (parameters) => payThroughBridge(window, parameters),
  };
}

async function payThroughBridge(window: Window, parameters: WechatPayParameters): Promise<PayHint> {
  const bridge = await bridgeOf(window);
  if (!bridge) return 'fail';
  return new Promise((resolve) => {
    bridge.invoke('getBrandWCPayRequest', { ...parameters }, ({ err_msg = '' }) => {
      if (err_msg === 'get_brand_wcpay_request:ok') resolve('ok');
      else resolve(err_msg === 'get_brand_wcpay_request:cancel' ? 'cancel' : 'fail');
    });
  });
}

function bridgeOf(window: Window): Promise<WeixinBridge | null> {
  const present = () => (window as { WeixinJSBridge?: WeixinBridge }).WeixinJSBridge ?? null;
  const bridge = present();
  if (bridge) return Promise.resolve(bridge);
  return new Promise((resolve) => {
    const timer = window.setTimeout(() => resolve(present()), BRIDGE_WAIT_MS);
    window.document.addEventListener(
      'WeixinJSBridgeReady',
      () => {
        window.clearTimeout(timer);
        resolve(present());
      },
      { once: true },
    );
  });
}
