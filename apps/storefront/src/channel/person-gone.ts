import { browserStorage } from './browser-storage.ts';

/** Everything that this app stores in a browser is called so. */
const OURS = 'huimin-';

/** What is the browser's, the visit's or the shop's, and stays when a person leaves. Everything else of ours goes. */
export const STAYS: readonly string[] = [
  // The last good product data, and what of it was seen.
  'huimin-product',
  'huimin-seen-product',
  // How this browser is used: large letters, where pages were scrolled to, loads that are not tried again and again.
  'huimin-mode',
  'huimin-scroll',
  'huimin-reloaded-for-chunk-at',
  'huimin-authorisation-attempts',
  // Which share was opened here: it belongs to the link.
  'huimin-share-visit',
  'huimin-share-opened',
  // Who the mini-program says is holding the phone, sealed by the server. It is said once, and no payment is possible without.
  'huimin-mini-ticket',
  // The record of the visit, sealed, until the server has it. A person who leaves ends it by itself.
  'huimin-recorded',
  'huimin-record',
];
/** The login itself is forgotten by a logout, and kept where somebody else has just logged in. */
const LOGIN = 'huimin-account';

const stays = (name: string) =>
  !name.startsWith(OURS) ||
  name === LOGIN ||
  STAYS.includes(name) ||
  name.startsWith('huimin-record-') ||
  name.startsWith('huimin-record ');

const BOTH = ['localStorage', 'sessionStorage'] as const;
const forgets = new Set<() => void>();

/** For what a module keeps of a person in this page's memory: `forget` runs when that person leaves. */
export function whenPersonLeaves(forget: () => void): void {
  forgets.add(forget);
}

/** Takes out of this page's memory and of the browser's storage whatever is there of a person, of whichever edition. */
export function forgetPerson(kinds: readonly ('localStorage' | 'sessionStorage')[] = BOTH): void {
  for (const forget of forgets) forget();
  for (const kind of kinds) {
    try {
      const storage = browserStorage(kind);
      const names = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '');
      for (const name of names) if (!stays(name)) storage?.removeItem(name);
    } catch {
      // A refused storage holds nothing.
    }
  }
}

// Somebody has left, or come in another's place, in another tab: no other tab can reach what this one holds.
globalThis.addEventListener?.('storage', ({ key, oldValue, newValue }) => {
  if (key === LOGIN && oldValue !== null && newValue !== oldValue) forgetPerson(['sessionStorage']);
});
