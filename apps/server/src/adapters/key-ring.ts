import type { Log } from '../ports/outside.ts';

/** A provider's listed keys: the one in use, and while it is being replaced the one before or after it. */
export interface KeyRing<K> {
  /** What we sign and seal with. */
  readonly inUse: K;
  /** Whether a listed key fits. */
  fits(check: (key: K) => boolean): boolean;
  /** What the first key gives that gives anything; null when none does. */
  open<T>(attempt: (key: K) => T | null): T | null;
}

/**
 * Tries the keys in their order. When another one than the first fits, a line in the log says so: as long as such lines
 * come, the provider still uses it. Throws when there is no key.
 */
export function createKeyRing<K>(
  keys: readonly K[],
  told: { readonly setting: string; readonly log: Log },
): KeyRing<K> {
  const [inUse] = keys;
  if (inUse === undefined) throw new Error(`${told.setting} has no key`);

  function open<T>(attempt: (key: K) => T | null): T | null {
    for (const [at, key] of keys.entries()) {
      const opened = attempt(key);
      if (opened === null) continue;
      if (at > 0) told.log.info({ setting: told.setting, place: at + 1 }, 'a provider still uses another key');
      return opened;
    }
    return null;
  }

  return { inUse, open, fits: (check) => open((key) => (check(key) ? true : null)) !== null };
}
