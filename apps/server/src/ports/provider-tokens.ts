export interface FetchedToken {
  readonly value: string;
  readonly lifeMs: number;
}

/** There is none now, and the provider wants to be left alone for so long. */
export interface NoTokenNow {
  readonly holdMs: number;
}

/** Access tokens of providers that allow only one at a time: one replica fetches, all use what it fetched. */
export interface ProviderTokens {
  /**
   * The token of this name, kept or new; null when it cannot be had now. `fetchNew` answers null when it does not know for
   * how long: then nobody asks for a moment. `rejected` names a value that the provider refused: it counts as run out.
   */
  get(
    name: string,
    fetchNew: (rejected: string | null) => Promise<FetchedToken | NoTokenNow | null>,
    rejected?: string,
  ): Promise<string | null>;
}
