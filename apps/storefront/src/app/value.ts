import type { Readable } from './readable.ts';

/** A value that tells when it is set anew. */
export function createValue<T>(first: T): Readable<T> & { set(value: T): void } {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
  };
}
