/** Alipay's page that says who a browser belongs to. */
export interface AlipayLogin {
  /** Address of Alipay's authorisation page (silent); `state` is ours, short and random. */
  authorisationUrl(redirectUri: string, state: string): string;
  exchangeCode(code: string): Promise<AlipayExchange>;
}

export type AlipayExchange =
  /** Which user, as one text: the number of older applications, or the open id of newer ones. */
  | { readonly kind: 'authorised'; readonly alipayUser: string }
  /** Invalid, used or expired: authorise again. */
  | { readonly kind: 'code-refused'; readonly code: string }
  | { readonly kind: 'busy'; readonly message: string };
