import { isInsurableRegion } from '@huimin/domain/region';
import { useSyncExternalStore } from 'react';

/** Where this visitor's choice is kept in the browser. A region code is no personal data by itself. */
const KEY = 'huimin-region';
const listeners = new Set<() => void>();
/** For browsers that refuse storage (private windows): the choice lasts as long as the page. */
let unsaved: string | null = null;

/** The chosen region code, or null when none is chosen or the stored one is not ours. */
export function readChosenRegion(storage: Pick<Storage, 'getItem'> = localStorage): string | null {
  let code: string | null = null;
  try {
    code = storage.getItem(KEY);
  } catch {
    // No storage: see `unsaved`.
  }
  code ??= unsaved;
  return code !== null && isInsurableRegion(code) ? code : null;
}

/** Remembers the choice on this device and tells every part of the page that shows it. */
export function rememberChosenRegion(code: string, storage: Pick<Storage, 'setItem'> = localStorage): void {
  unsaved = code;
  try {
    storage.setItem(KEY, code);
  } catch {
    // As above.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The visitor's region code. Null in prerendered HTML and until the page has taken it over. */
export function useChosenRegion(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => readChosenRegion(),
    () => null,
  );
}
