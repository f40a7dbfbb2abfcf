const KEY = 'huimin-return-address';

type Keeper = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;

/** Keeps the present hash route so that login can bring the person back to it. A login address is never kept. */
export function keepReturnAddress(storage: Keeper, hash: string): void {
  if (/^#\/((user_)?login|recoverAccount)\b/i.test(hash)) return;
  try {
    storage?.setItem(KEY, hash);
  } catch {
    // Without storage login ends on the landing page.
  }
}

/** Takes the kept route out again: where to go after login. `/index` when none is kept. */
export function takeReturnAddress(storage: Keeper): string {
  try {
    const hash = storage?.getItem(KEY) ?? '';
    storage?.removeItem(KEY);
    return hash.startsWith('#/') ? hash.slice(1) : '/index';
  } catch {
    return '/index';
  }
}
