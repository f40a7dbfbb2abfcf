import { browserStorage } from './browser-storage.ts';
import { createHalfFilledStore, type HalfFilledStore } from './half-filled-store.ts';
import { openKeyCabinet } from './key-cabinet.ts';

/** Where forms of one kind are kept, and which of them are worth it. The same object every time. */
export interface HalfFilledKind<Form> {
  store(): HalfFilledStore<Form>;
  isWorthKeeping(form: Form): boolean;
}

interface KindParts<Form> {
  /** Names of its own in the browser. */
  readonly drawer: string;
  readonly sessionKey: string;
  /** What may lie in the tab's storage, where nothing can be sealed. */
  readonly bare: (form: Form) => Form;
  readonly isWorthKeeping: (form: Form) => boolean;
}

/** A kind of form that this browser keeps half-filled; its store is opened when it is first wanted. */
export function halfFilledKind<Form>({ isWorthKeeping, ...names }: KindParts<Form>): HalfFilledKind<Form> {
  let store: HalfFilledStore<Form> | null = null;
  return {
    isWorthKeeping,
    store() {
      store ??= createHalfFilledStore({
        ...names,
        openCabinet: () => openKeyCabinet(window.indexedDB),
        // Without https there is no Web Crypto: a phone that opens a development server by its address.
        crypto: window.crypto?.subtle ? window.crypto : null,
        session: browserStorage('sessionStorage'),
        clock: { now: () => Date.now() },
      });
      return store;
    },
  };
}
