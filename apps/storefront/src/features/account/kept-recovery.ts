import { browserStorage } from '../../channel/browser-storage.ts';

/** An identity login that has found accounts and waits for the proof. Numbers are masked, or sealed by the server. */
export interface KeptRecovery {
  readonly recoveryToken: string;
  readonly accounts: readonly {
    readonly phoneTail: string;
    readonly covers: readonly { readonly editionYear: number; readonly productName: string; readonly people: number }[];
  }[];
  readonly newPhoneMasked: string;
  /** What a check of the person needs; null where none was offered. */
  readonly check: {
    readonly subject: string;
    readonly nameMasked: string;
    readonly idNumberMasked: string;
    readonly face: 'detect-auth' | 'wbface' | null;
    readonly triesLeft: number;
    readonly carrier: boolean;
  } | null;
}

const KEY = 'huimin-recovery';
type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
/** For browsers that refuse storage: as long as the page. */
let unsaved: string | null = null;

/** Session storage only: the face check leaves the page and comes back. */
export function keepRecovery(
  recovery: KeptRecovery,
  storage: KeyStorage | null = browserStorage('sessionStorage'),
): void {
  unsaved = JSON.stringify(recovery);
  try {
    storage?.setItem(KEY, unsaved);
  } catch {
    // `unsaved` holds it.
  }
}

export function keptRecovery(storage: KeyStorage | null = browserStorage('sessionStorage')): KeptRecovery | null {
  try {
    const value = JSON.parse(storage?.getItem(KEY) ?? unsaved ?? 'null') as Partial<KeptRecovery> | null;
    const isWhole = typeof value?.recoveryToken === 'string' && Array.isArray(value.accounts);
    return isWhole ? (value as KeptRecovery) : null;
  } catch {
    return null;
  }
}

export function forgetRecovery(storage: KeyStorage | null = browserStorage('sessionStorage')): void {
  unsaved = null;
  try {
    storage?.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}
