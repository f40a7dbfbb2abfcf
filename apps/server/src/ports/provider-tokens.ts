export interface FetchedToken {
  readonly value: string;
  readonly lifeMs: number;
}

/** Access tokens of providers that allow only one at a time: one replica fetches, all use what it fetched. */
export interface ProviderTokens {
  /**
   * The token of this name, kept or new; null when it cannot be had now. `rejected` names a value that the provider
   * refused: it counts as run out.
   */
  get(
    name: string,
    fetchNew: (rejected: string | null) => Promise<FetchedToken | null>,
    rejected?: string,
  ): Promise<string | null>;
}
