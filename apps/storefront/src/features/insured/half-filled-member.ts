import { browserStorage } from '../../channel/browser-storage.ts';
import { openKeyCabinet } from '../../channel/key-cabinet.ts';
import { createHalfFilledStore, type HalfFilledStore } from './half-filled-store.ts';

let store: HalfFilledStore | null = null;

/** The half-filled form of this browser. */
export function halfFilledMember(): HalfFilledStore {
  store ??= createHalfFilledStore({
    openCabinet: () => openKeyCabinet(window.indexedDB),
    // Without https there is no Web Crypto: a phone that opens a development server by its address.
    crypto: window.crypto?.subtle ? window.crypto : null,
    session: browserStorage('sessionStorage'),
    clock: { now: () => Date.now() },
  });
  return store;
}

/** Throws the half-filled form away with the key it was sealed with. */
export function discardHalfFilledMember(): Promise<void> {
  return halfFilledMember().discard();
}
