/**
 * Back closes the top sheet or dialog before it leaves the page. Each open layer puts one entry with the same address on
 * the history; going back takes it off again. An entry whose layer is gone (closed by a navigation) is stepped over.
 */

/** The part of `window` that this needs. */
export type HistoryHost = {
  history: { readonly state: unknown; pushState(state: unknown, unused: string): void; back(): void };
  addEventListener(type: 'popstate', listener: (event: { state: unknown }) => void): void;
  setTimeout(handler: () => void, ms: number): unknown;
};

type OpenLayer = { id: number; onBack: () => void };

const layerOf = (state: unknown): number | null => {
  const id = (state as { openLayer?: unknown } | null)?.openLayer;
  return typeof id === 'number' ? id : null;
};

export type LayerHistory = {
  /** Opens a layer; the answer closes it. `onBack` is called when the person went back. */
  open(onBack: () => void): () => void;
  /** Resolves when no closed layer's entry is on its way off any more: a navigation before that would be undone by it. */
  settled(): Promise<void>;
};

/** A browser that has not gone back by then is not going to. */
const GO_BACK_MS = 1_000;

/** One per window. `firstId` keeps entries of an earlier page load apart from those of this one. */
export function createLayerHistory(host: HistoryHost, firstId: number): LayerHistory {
  const layers: OpenLayer[] = [];
  let nextId = firstId;
  let leaving = 0;
  let onNextPop: (() => void) | null = null;
  const waiting: (() => void)[] = [];
  const left = () => {
    leaving = Math.max(0, leaving - 1);
    if (leaving === 0) for (const resolve of waiting.splice(0)) resolve();
  };

  host.addEventListener('popstate', (event) => {
    onNextPop?.();
    onNextPop = null;
    const here = layerOf(event.state);
    const top = layers[layers.length - 1];
    if (top && here !== top.id) {
      layers.pop();
      top.onBack();
    } else if (here !== null && !layers.some((layer) => layer.id === here)) {
      host.history.back();
    }
  });

  return {
    open(onBack) {
      const layer = { id: nextId, onBack };
      nextId += 1;
      layers.push(layer);
      const before = host.history.state;
      host.history.pushState({ ...(before as object | null), openLayer: layer.id }, '');
      return () => {
        const at = layers.indexOf(layer);
        if (at < 0) return;
        layers.splice(at, 1);
        leaving += 1;
        host.setTimeout(() => {
          // A navigation in the same step has already moved on; then there is nothing to take back.
          if (layerOf(host.history.state) !== layer.id) return left();
          let heard = false;
          const once = () => {
            if (heard) return;
            heard = true;
            left();
          };
          onNextPop = once;
          host.history.back();
          host.setTimeout(once, GO_BACK_MS);
        }, 0);
      };
    },
    settled: () => (leaving === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}

let shared: LayerHistory | null = null;

/** The layer history of this page. */
export function layerHistory(): LayerHistory {
  shared ??= createLayerHistory(window as unknown as HistoryHost, Date.now());
  return shared;
}
