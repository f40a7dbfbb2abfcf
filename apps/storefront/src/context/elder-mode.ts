import { useSyncExternalStore } from 'react';

/** The boot script reads the same key before the first paint. */
export const ELDER_MODE_KEY = 'huimin-mode';

const listeners = new Set<() => void>();

/** Whether the large, plain presentation (长辈版) is on. */
export function isElderMode(): boolean {
  return document.documentElement.dataset.mode === 'elder';
}

/** Turns it on or off and remembers the choice on this phone. */
export function setElderMode(on: boolean): void {
  showElderMode(on);
  try {
    if (on) localStorage.setItem(ELDER_MODE_KEY, 'elder');
    else localStorage.removeItem(ELDER_MODE_KEY);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** Turns it on or off for now; what was chosen stays as it was. */
export function showElderMode(on: boolean): void {
  if (on) document.documentElement.dataset.mode = 'elder';
  else delete document.documentElement.dataset.mode;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Renders again when the mode changes. False in prerendered HTML: wording that differs on the landing page belongs in both
 * forms in the markup, shown by CSS on `[data-mode="elder"]`, so that nothing jumps when the script starts.
 */
export function useElderMode(): boolean {
  return useSyncExternalStore(subscribe, isElderMode, () => false);
}
