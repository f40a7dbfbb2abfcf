import { browserStorage } from './browser-storage.ts';
import { whenPersonLeaves } from './person-gone.ts';

type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
/** What a browser refuses to store, or has no room for, is kept as long as the page. */
const unsaved = new Map<string, string>();
whenPersonLeaves(() => unsaved.clear());
const session = () => browserStorage('sessionStorage');

/** Keeps a value under a name as long as this tab is open: over a reload, and while the person is on another page. */
export function keepNote(name: string, value: unknown, storage: KeyStorage | null = session()): void {
  const text = JSON.stringify(value);
  unsaved.set(name, text);
  try {
    storage?.setItem(name, text);
    if (storage) unsaved.delete(name);
  } catch {
    // `unsaved` holds it.
  }
}

/** What was kept last under this name; null when nothing was, or what is there cannot be read. */
export function keptNote(name: string, storage: KeyStorage | null = session()): unknown {
  try {
    // What could not be saved is newer than what was.
    return JSON.parse(unsaved.get(name) ?? storage?.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

export function forgetNote(name: string, storage: KeyStorage | null = session()): void {
  unsaved.delete(name);
  try {
    storage?.removeItem(name);
  } catch {
    // Nothing was kept then.
  }
}
