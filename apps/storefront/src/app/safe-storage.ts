/** A browser's storage, or null where it is refused (private windows, blocked cookies): reading the property throws there. */
export function safeStorage(kind: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[kind];
  } catch {
    return null;
  }
}
