import { useSyncExternalStore } from 'react';

/** Something with a present value that tells when it changes. */
export interface Readable<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

/** The present value; renders again when it changes. */
export function useReadable<T>({ get, subscribe }: Readable<T>): T {
  return useSyncExternalStore(subscribe, get, get);
}
