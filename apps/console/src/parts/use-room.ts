import { useSyncExternalStore } from 'react';

/** The same width as `only-wide` in `app/list-beside.css`. */
const WIDE = '(min-width: 1361px)';

const listen = (changed: () => void) => {
  const query = matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/**
 * Whether the window has room for every column. The kit's tables that scroll keep the width of a column that is only
 * hidden, so that theirs must be left out.
 */
export const useRoom = (): boolean => useSyncExternalStore(listen, () => matchMedia(WIDE).matches);
