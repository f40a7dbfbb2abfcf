import type { PaymentProvider } from './payment-provider.ts';

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
  signBridge(prepayId: string, nonce: string, timestampSeconds: number): BridgeRequest;
}
