import { browserStorage } from '../../channel/browser-storage.ts';

/** Only how many there are, for screens that cannot wait for the drawer. */
export const KEPT_COUNT_KEY = 'huimin-kept-papers';
export const KEPT_ORDERS_KEY = 'huimin-kept-orders';

function count(key: string): number {
  try {
    return Number(browserStorage('localStorage')?.getItem(key)) || 0;
  } catch {
    return 0;
  }
}

/** How many orders' vouchers this browser has kept. */
export const keptPaperCount = (): number => count(KEPT_COUNT_KEY);

/** How many orders of the list this browser has kept. */
export const keptOrderCount = (): number => count(KEPT_ORDERS_KEY);
