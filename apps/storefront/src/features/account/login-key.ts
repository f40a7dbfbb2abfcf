import { newClientKey } from '../../api/new-client-key.ts';
import { browserStorage } from '../../channel/browser-storage.ts';

const KEY = 'huimin-login-key';

/**
 * The secret of the login that is under way in this tab, until it has succeeded: with it the server lets the same code in
 * again where its first answer was lost. A page that was reloaded meanwhile has it still.
 */
export function loginKey(
  storage: Pick<Storage, 'getItem' | 'setItem'> | null = browserStorage('sessionStorage'),
): string {
  try {
    const kept = storage?.getItem(KEY);
    if (kept) return kept;
  } catch {
    // A refused storage: the key lasts as long as the page.
  }
  const made = newClientKey();
  try {
    storage?.setItem(KEY, made);
  } catch {
    // As above.
  }
  return made;
}

/** The login has succeeded: the next one is another. */
export function endLoginKey(storage: Pick<Storage, 'removeItem'> | null = browserStorage('sessionStorage')): void {
  try {
    storage?.removeItem(KEY);
  } catch {
    // It was kept nowhere.
  }
}
