import type { ComponentType } from 'react';

interface RouteFacts {
  readonly name: string;
  /** Behind the `#`. */
  readonly path: string;
  readonly aliases?: readonly string[];
  /** What the container shows; null stands for the product's name. */
  readonly title: string | null;
  /** Inside the messaging app's browser the official account's authorisation is asked for first. */
  readonly wxAuth?: true;
  /** The specification's "not cached". Every visit is a new component: decision 0012. */
  readonly cached?: false;
  /** What is shown and done there belongs into the record of a sale; of any other screen only the visit does. */
  readonly recorded?: true;
  /** Routes by name that people go to from here: their chunks are fetched while this one is looked at. */
  readonly next?: readonly string[];
}

/** A screen in the first chunk: shown without waiting. */
interface ReadyRoute extends RouteFacts {
  readonly page: ComponentType;
  readonly load?: undefined;
}

/** A screen with a chunk of its own. */
export interface LaterRoute extends RouteFacts {
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  readonly page?: undefined;
}

/** One screen. */
export type Route = ReadyRoute | LaterRoute;
