import { browserStorage } from '../../channel/browser-storage.ts';

/** Shows which phone is this visitor's, as long as the server takes it and the tab is open. */
const KEY = 'huimin-booking-ticket';

type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** For browsers that refuse storage: it lasts as long as the page. */
let unsaved: string | null = null;

export function keepTicket(ticket: string | null, storage: KeyStorage | null = browserStorage('sessionStorage')): void {
  unsaved = ticket;
  try {
    if (ticket === null) storage?.removeItem(KEY);
    else storage?.setItem(KEY, ticket);
  } catch {
    // Refused or full: see `unsaved`.
  }
}

export function keptTicket(storage: KeyStorage | null = browserStorage('sessionStorage')): string | null {
  try {
    return unsaved ?? storage?.getItem(KEY) ?? null;
  } catch {
    return unsaved;
  }
}
