import type { ProductInfoValue } from '@huimin/contract';
import { msUntilFlowChange, msUntilNextChange, notYetOnSale, openFlow, saleWindowAt } from '@huimin/domain/product';
import type { SaleState } from '../context/product-context.ts';

/** Timers hold 2^31 - 1 ms at most, and a sleeping phone's timers come late: look again at least this often. */
const LONGEST_WAIT_MS = 30 * 60_000;

export interface SaleWindowWatchParts {
  products: { get(): ProductInfoValue | null; subscribe(listener: () => void): () => void };
  clock: { now(): number; readonly known: boolean; subscribe(listener: () => void): () => void };
  timers: { set(run: () => void, delayMs: number): unknown; clear(id: unknown): void };
  /** What the page says it was rendered with; null where it was not, or for another edition. */
  rendered: SaleState | null;
  /** Calls back when the page is looked at again. */
  onVisible: (listener: () => void) => void;
}

export interface SaleWindowWatch {
  get(): SaleState;
  subscribe(listener: () => void): () => void;
}

/** The sale state at a moment. */
export function saleStateAt(product: ProductInfoValue, nowMs: number): SaleState {
  return {
    window: saleWindowAt(product, nowMs),
    notYetOnSale: notYetOnSale(product, nowMs),
    flow: openFlow(product, nowMs),
  };
}

/** Keeps the sale state true by the server's clock: switches at the moment itself, and when the page is looked at again. */
export function createSaleWindowWatch(parts: SaleWindowWatchParts): SaleWindowWatch {
  const { products, clock, timers, rendered, onVisible } = parts;
  const listeners = new Set<() => void>();
  let timer: unknown;
  let state: SaleState = rendered ?? { window: 'insureing', notYetOnSale: false, flow: 'normal' };

  function compute(): SaleState {
    const product = products.get();
    if (!product) return state;
    // Until an answer told the server's time, what the server itself wrote into the page is truer than the phone's clock.
    if (clock.known) return saleStateAt(product, clock.now());
    if (rendered) return rendered;
    return { ...state, window: product.saleWindow, flow: product.saleWindow === 'insureing' ? 'normal' : null };
  }

  function look(): void {
    const next = compute();
    if (next.window !== state.window || next.notYetOnSale !== state.notYetOnSale || next.flow !== state.flow) {
      state = next;
      for (const listener of listeners) listener();
    }
    timers.clear(timer);
    const product = products.get();
    if (!product || !clock.known) return;
    const waits = [msUntilNextChange(product, clock.now()), msUntilFlowChange(product, clock.now())];
    const waitMs = waits.reduce((least, wait) => (least === null || (wait !== null && wait < least) ? wait : least));
    if (waitMs !== null) timer = timers.set(look, Math.min(waitMs, LONGEST_WAIT_MS));
  }

  products.subscribe(look);
  clock.subscribe(look);
  onVisible(look);
  look();
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
