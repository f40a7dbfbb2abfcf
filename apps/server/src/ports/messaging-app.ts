/** The messaging app's official account: authorisation of a browser and the signature of its page script. */
export interface MessagingApp {
  readonly appId: string;
  /** Address of the app's authorisation page; `state` is ours, short and random. */
  authorisationUrl(redirectUri: string, state: string): string;
  exchangeCode(code: string): Promise<ExchangeResult>;
  /** Whether somebody follows the official account; null when that cannot be known now. */
  follows(openId: string): Promise<boolean | null>;
  /** JS-SDK signature for a page address (without fragment). */
  signPage(pageUrl: string, nonce: string, timestampSeconds: number): Promise<SignPageResult>;
}

export type ExchangeResult =
  | {
      readonly kind: 'authorised';
      readonly openId: string;
      readonly unionId: string | null;
      readonly snapshotUser: boolean;
    }
  /** Invalid, used or expired: authorise again, once. */
  | { readonly kind: 'code-refused'; readonly code: number }
  | { readonly kind: 'busy'; readonly message: string };

export type SignPageResult =
  | { readonly kind: 'signed'; readonly signature: string }
  /** Only pages of our own host are signed. */
  | { readonly kind: 'foreign-page' }
  | { readonly kind: 'busy'; readonly message: string };
