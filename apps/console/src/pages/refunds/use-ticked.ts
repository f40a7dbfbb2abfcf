import { useState } from 'react';

export interface Ticked {
  readonly ticked: readonly string[];
  toggle(key: string): void;
  set(keys: readonly string[]): void;
}

/**
 * What is ticked of the rows that are shown. Another page or filter, or a colleague, may have taken a row away after it was ticked: what
 * nobody sees is neither added up nor decided, and is not ticked any more when it comes back.
 */
export function useTicked(shown: readonly string[]): Ticked {
  const [kept, set] = useState<readonly string[]>([]);
  const ticked = kept.filter((key) => shown.includes(key));
  if (ticked.length < kept.length) set(ticked);
  const toggle = (key: string) => set(ticked.includes(key) ? ticked.filter((one) => one !== key) : [...ticked, key]);
  return { ticked, toggle, set };
}
