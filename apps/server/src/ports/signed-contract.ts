/** The contract by which a provider may take money later, as it is signed. */
export interface SignedContract {
  /** Our number, at most 32 letters and digits, never used for another contract. */
  readonly contractCode: string;
  /** Who signs, masked, as the provider's pages show it; at most 32 characters. */
  readonly displayAccount: string;
  readonly noticeUrl: string;
}
