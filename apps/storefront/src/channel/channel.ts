export type ChannelKind = 'wechat' | 'mini-program' | 'alipay' | 'in-app' | 'plain';

/** A hint only: what was really paid, the server asks the provider. */
export type PayHint = 'ok' | 'cancel' | 'fail';

/** What `jsapiPay` and `signAndPay` answer; goes to the messaging app unchanged. */
export interface WechatPayParameters {
  readonly appId: string;
  readonly timeStamp: string;
  readonly nonceStr: string;
  readonly package: string;
  readonly signType: 'RSA' | 'HMAC-SHA256';
  readonly paySign: string;
}

/** The container that the page runs in. */
export interface Channel {
  readonly kind: ChannelKind;
  /** Whether the page may show its own share button. */
  readonly canShare: boolean;
  /** Inside the messaging app's browser the official account can be asked who this is. */
  readonly canAuthorise: boolean;
  /** Puts a picture into the phone's album; null where the page can only ask for a long press. */
  readonly savePicture: ((address: string) => void) | null;
  /** Opens the messaging app's cashier. Rejects nowhere: a container that cannot pay answers `fail`. */
  payWithWechat(parameters: WechatPayParameters): Promise<PayHint>;
}
