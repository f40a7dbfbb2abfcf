import { useSyncExternalStore } from 'react';

/** Something with a present value that tells when it changes. */
export interface Readable<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
  /** What the markup was rendered with that a browser takes over; without it, the present value. */
  rendered?(): T;
}

/** Keeps the present value for taking over the markup, which shows it: what changes meanwhile is drawn right after. */
export function asRendered<R extends Readable<unknown>>(readable: R): R {
  const first = readable.get();
  return { ...readable, rendered: () => first };
}

/** The present value; renders again when it changes. */
export function useReadable<T>({ get, subscribe, rendered }: Readable<T>): T {
  return useSyncExternalStore(subscribe, get, rendered ?? get);
}
