import type { ProductInfoValue } from '@huimin/contract';

const LAST_GOOD_KEY = 'huimin-product';
/** With a copy at hand, the first screen waits this long for the call and then goes on with the copy. */
const PATIENCE_WITH_COPY_MS = 3_000;

export interface ProductStoreParts {
  /** From the page itself; null when the page has none for the wanted edition. */
  inline: ProductInfoValue | null;
  /** The call: the product, null for a failing code. Rejects when no reply came. `quiet`: nobody waits for it. */
  load: (asked: { readonly quiet: boolean }) => Promise<ProductInfoValue | null>;
  /** Local storage; may be missing. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | null;
  timers: { set(run: () => void, delayMs: number): unknown; clear(id: unknown): void };
}

export interface ProductStore {
  get(): ProductInfoValue | null;
  subscribe(listener: () => void): () => void;
  /** The product the app starts with: of the page, else of the call, else the last good copy; null when there is none. */
  begin(): Promise<ProductInfoValue | null>;
  /** Before a navigation: asks the call until it has answered once, then never again. Never fails. */
  loadOnce(): Promise<void>;
  /** Asks the call again, with nobody waiting for it. True when it answered. */
  reload(): Promise<boolean>;
}

/** Keeps the product configuration of this visit. */
export function createProductStore(parts: ProductStoreParts): ProductStore {
  const listeners = new Set<() => void>();
  let product = parts.inline;
  let answered = false;
  let asking: Promise<boolean> | null = null;

  function ask(quiet = false): Promise<boolean> {
    asking ??= parts
      .load({ quiet })
      .then(
        (value) => {
          if (value === null) return false;
          answered = true;
          keepLastGood(parts.storage, value);
          const changed = JSON.stringify(value) !== JSON.stringify(product);
          if (changed) {
            product = value;
            for (const listener of listeners) listener();
          }
          return true;
        },
        () => false,
      )
      .finally(() => {
        asking = null;
      });
    return asking;
  }

  return {
    get: () => product,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async begin() {
      if (product === null && !(await ask())) product = readLastGood(parts.storage);
      return product;
    },
    async loadOnce() {
      if (answered) return;
      let timer: unknown;
      const patience = new Promise<void>((resolve) => {
        timer = parts.timers.set(resolve, PATIENCE_WITH_COPY_MS);
      });
      await Promise.race([ask(), patience]);
      parts.timers.clear(timer);
    },
    reload: () => ask(true),
  };
}

function keepLastGood(storage: ProductStoreParts['storage'], product: ProductInfoValue): void {
  try {
    storage?.setItem(LAST_GOOD_KEY, JSON.stringify(product));
  } catch {
    // A full or forbidden storage only means that there is no copy next time.
  }
}

function readLastGood(storage: ProductStoreParts['storage']): ProductInfoValue | null {
  try {
    const product: ProductInfoValue = JSON.parse(storage?.getItem(LAST_GOOD_KEY) ?? 'null');
    return product && typeof product.proName === 'string' && Array.isArray(product.plans) ? product : null;
  } catch {
    return null;
  }
}
