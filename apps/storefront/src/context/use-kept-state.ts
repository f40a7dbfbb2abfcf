import { useCallback, useState } from 'react';
import { whenPersonLeaves } from '../channel/person-gone.ts';

/** By entry of the history and name. In this page's memory only: gone with a reload, and with the tab. */
const kept = new Map<string, unknown>();
whenPersonLeaves(() => kept.clear());
const MOST_KEPT = 100;

/**
 * State of a screen that is as it was when the person comes back to it. Screens are built anew at every visit; what somebody has looked for
 * or chosen there is kept with the entry of the history, so that a new visit begins as the screen does.
 */
export function useKeptState<T>(name: string, initial: T): [value: T, set: (next: T) => void] {
  const [key] = useState(() => {
    const { visitKey } = (history.state ?? {}) as { visitKey?: string };
    return visitKey === undefined ? null : `${visitKey} ${name}`;
  });
  const [value, setValue] = useState(() => (key !== null && kept.has(key) ? (kept.get(key) as T) : initial));
  const set = useCallback(
    (next: T) => {
      setValue(next);
      if (key === null) return;
      kept.delete(key);
      kept.set(key, next);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    },
    [key],
  );
  return [value, set];
}
