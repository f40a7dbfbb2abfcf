import type { StaffPermission } from '@huimin/contract/vocabulary';

/** Sentences; steps in their order; or what stands on the screen, and what it means. */
export type Block =
  | string
  | { readonly steps: readonly string[] }
  | { readonly words: readonly (readonly [word: string, meaning: string])[] };

export interface Part {
  readonly title: string;
  /** One of these is what it takes: whose it is, and whether another person agrees, is told from the table of rights. */
  readonly needs?: readonly StaffPermission[];
  readonly blocks: readonly Block[];
}

/**
 * What somebody at the desk reads about one or a few pages. “…” holds words that stand on a screen, 〔…〕 the title of a page; a
 * test holds both to what is there.
 */
export interface Chapter {
  /** Part of the address. */
  readonly key: string;
  readonly title: string;
  /** The pages' paths in the registry. */
  readonly pages: readonly string[];
  /** What it is for, in a sentence. */
  readonly lead: string;
  readonly parts: readonly Part[];
}
