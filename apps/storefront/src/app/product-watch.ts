import { pauseOfAll, type SalePause } from '@huimin/domain/product';

/** Where what is sold now is shown and nobody is in the middle of anything: under a purchase nothing is changed. */
const SHOWS_WHAT_IS_SOLD: readonly (string | undefined)[] = ['index', 'noSale'];
/** Asked longer ago than this, it is asked again by whoever comes back to such a screen. */
const FRESH_MS = 60_000;
/** While such a screen is looked at. */
const EVERY_MS = 120_000;
/** By so much at most are phones apart that began to look in the same moment. */
const SPREAD_MS = 10_000;

export interface ProductWatchParts {
  readonly products: {
    get(): { readonly salePauses?: readonly SalePause[] } | null;
    reload(): Promise<boolean>;
  };
  /** When it was asked for last, by `clock`. */
  readonly askedMs: number;
  readonly navigation: {
    get(): { readonly visit: { readonly route: { readonly name: string } } | null };
    subscribe(listener: () => void): () => void;
  };
  /** Calls back when the sale has opened or closed. */
  readonly saleState: { subscribe(listener: () => void): () => void };
  readonly clock: { now(): number };
  readonly timers: { set(run: () => void, delayMs: number): unknown; clear(id: unknown): void };
  readonly isVisible: () => boolean;
  /** Calls back when the page is looked at again. */
  readonly onVisible: (listener: () => void) => void;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/**
 * Keeps the product true on a page that stays open: the next year's edition comes at a moment that the present one does not tell. Asks
 * again when the page or the home page is come back to, when a sale opens or closes, and every two minutes while it is looked at. While
 * the whole sale stands still nobody is in a purchase: then every screen asks so, as orders and papers say, too, whether one can buy.
 */
export function watchProduct(parts: ProductWatchParts): void {
  const { products, navigation, saleState, clock, timers, isVisible, onVisible, random } = parts;
  let { askedMs } = parts;
  let timer: unknown;
  const isStopped = () => pauseOfAll(products.get()?.salePauses) !== null;
  const isShown = () => isVisible() && (SHOWS_WHAT_IS_SOLD.includes(navigation.get().visit?.route.name) || isStopped());

  function waitFor(delayMs: number): void {
    timers.clear(timer);
    timer = timers.set(() => {
      if (isShown()) ask();
    }, delayMs);
  }
  function ask(): void {
    askedMs = clock.now();
    void products.reload();
    waitFor(EVERY_MS + random() * SPREAD_MS);
  }
  function look(): void {
    if (!isShown()) return;
    if (clock.now() - askedMs >= FRESH_MS) ask();
    else waitFor(askedMs + EVERY_MS + random() * SPREAD_MS - clock.now());
  }

  navigation.subscribe(look);
  onVisible(look);
  // The page has switched by itself. What else is new is not asked for by all phones in the minute in which all buy.
  saleState.subscribe(() => waitFor(random() * EVERY_MS));
  look();
}
