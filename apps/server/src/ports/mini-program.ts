/** The mini-program whose web view may show this shop, and whose native page then takes the money. */
export interface MiniProgram {
  readonly appId: string;
  /** Exchanges what `wx.login` gave the mini-program; works once, for five minutes. */
  exchangeCode(code: string): Promise<MiniCodeResult>;
}

export type MiniCodeResult =
  /** The person's openId in the mini-program: another one than in the official account. */
  | { readonly kind: 'known'; readonly openId: string }
  | { readonly kind: 'code-refused'; readonly code: number }
  | { readonly kind: 'busy' };
