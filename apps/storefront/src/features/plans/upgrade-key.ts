import { newClientKey } from '../../api/new-client-key.ts';
import { browserStorage } from '../../channel/browser-storage.ts';

const KEY = 'huimin-upgrade';
type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
/** For browsers that refuse storage: the key lasts as long as the page. */
let unsaved: string | null = null;

/** One key per choice: a repeated tap or a reloaded page is the same order, another choice is another one. */
export function upgradeKey(
  orderNo: string,
  policyNos: readonly string[],
  storage: KeyStorage | null = browserStorage('sessionStorage'),
): string {
  const choice = [orderNo, ...[...policyNos].sort()].join(' ');
  const [kept, key] = (read(storage) ?? '').split('|');
  if (kept === choice && key) return key;
  const made = newClientKey();
  unsaved = `${choice}|${made}`;
  try {
    storage?.setItem(KEY, unsaved);
  } catch {
    // Refused or full: `unsaved` holds it.
  }
  return made;
}

/** The order of the kept key was closed: the same choice is a new one. */
export function forgetUpgradeKey(storage: KeyStorage | null = browserStorage('sessionStorage')): void {
  unsaved = null;
  try {
    storage?.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}

function read(storage: KeyStorage | null): string | null {
  try {
    return storage?.getItem(KEY) ?? unsaved;
  } catch {
    return unsaved;
  }
}
