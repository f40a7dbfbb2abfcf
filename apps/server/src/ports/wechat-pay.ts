import type { PayerApp, PaymentProvider } from './payment-provider.ts';

/** What the page hands to `WeixinJSBridge` unchanged. */
export interface BridgeRequest {
  readonly appId: string;
  readonly timeStamp: string;
  readonly nonceStr: string;
  readonly package: string;
  readonly signType: 'RSA';
  readonly paySign: string;
}

/** WeChat Pay adds a signature for the bridge inside WeChat to what every provider does. */
export interface WechatPay extends PaymentProvider {
  /** `app`: whose native page takes it, where that is not the official account's browser. */
  signBridge(prepayId: string, nonce: string, timestampSeconds: number, app?: PayerApp): BridgeRequest;
}
