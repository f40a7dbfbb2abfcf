import { browserStorage } from '../../channel/browser-storage.ts';
import { openKeyCabinet } from '../../channel/key-cabinet.ts';
import type { KeptDrawerParts } from './kept-drawer.ts';
import { createKeptOrders, type KeptOrders } from './kept-orders.ts';
import { createKeptPapers, type KeptPapers } from './kept-papers.ts';

let papers: KeptPapers | null = null;
let orders: KeptOrders | null = null;

const parts = (): KeptDrawerParts => ({
  openCabinet: () => openKeyCabinet(window.indexedDB),
  crypto: window.crypto?.subtle ? window.crypto : null,
  local: browserStorage('localStorage'),
});

/** The vouchers kept in this browser. */
export function browserKeptPapers(): KeptPapers {
  papers ??= createKeptPapers(parts());
  return papers;
}

/** The list of orders kept in this browser. */
export function browserKeptOrders(): KeptOrders {
  orders ??= createKeptOrders(parts());
  return orders;
}

/**
 * Has the service worker keep every script and style that this page has loaded, so that the screens open now open without
 * a network too.
 */
export function keepLoadedScreens(): void {
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(
      ({ origin, pathname }) => origin === window.location.origin && /^\/assets\/[\w.-]+\.(js|css)$/.test(pathname),
    )
    .map(({ pathname }) => pathname);
  // Styles of the page itself came with it.
  navigator.serviceWorker?.ready
    .then(({ active }) => active?.postMessage({ keepFiles: [...new Set(files)] }))
    // A page that is left meanwhile, or a worker that is replaced: the next screen says it again.
    .catch(() => {});
}
