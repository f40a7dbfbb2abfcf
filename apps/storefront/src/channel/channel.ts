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

/** What is handed on: the page it leads to, and how it looks. */
export interface SharedCard {
  readonly page: string;
  readonly title: string;
  readonly content: string;
  /** Address of a picture. */
  readonly image: string;
}
export type ShareTarget = 'friend' | 'moments';

/** The container that the page runs in. */
export interface Channel {
  readonly kind: ChannelKind;
  /** Whether the page may show its own share button. */
  readonly canShare: boolean;
  /** Inside the messaging app's browser the official account can be asked who this is. */
  readonly canAuthorise: boolean;
  /** Puts a picture into the phone's album; null where the page can only ask for a long press. */
  readonly savePicture: ((address: string) => void) | null;
  /** Hands a card to the container's own sharing; null where the page shows how it is done by hand. */
  readonly shareCard: ((card: SharedCard, target: ShareTarget) => void) | null;
  /** Opens the messaging app's cashier. Rejects nowhere: a container that cannot pay answers `fail`. */
  payWithWechat(parameters: WechatPayParameters): Promise<PayHint>;
}
