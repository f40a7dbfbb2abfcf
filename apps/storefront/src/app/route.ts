import type { ComponentType } from 'react';

/** One screen. */
export interface Route {
  readonly name: string;
  /** Behind the `#`. */
  readonly path: string;
  readonly aliases?: readonly string[];
  /** What the container shows; null stands for the product's name. */
  readonly title: string | null;
  /** Inside the messaging app's browser the official account's authorisation is asked for first. */
  readonly wxAuth?: true;
  /** The specification's "not cached". Every visit is a new component, so no screen is kept alive at present. */
  readonly cached?: false;
  /** In the first chunk; shown without waiting. */
  readonly page?: ComponentType;
  /** Routes by name that people go to from here: their chunks are fetched while this one is looked at. */
  readonly next?: readonly string[];
  /** The page's own chunk; absent while the page is not open yet. */
  readonly load?: () => Promise<{ readonly default: ComponentType }>;
}
