import { browserStorage } from '../../channel/browser-storage.ts';

/** Only how many there are, for screens that cannot wait for the drawer. */
export const KEPT_COUNT_KEY = 'huimin-kept-papers';

/** How many orders' vouchers this browser has kept. */
export function keptPaperCount(): number {
  try {
    return Number(browserStorage('localStorage')?.getItem(KEPT_COUNT_KEY)) || 0;
  } catch {
    return 0;
  }
}
