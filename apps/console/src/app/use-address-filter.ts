import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { overtakenDay, wrongDays } from './address-days.ts';

export interface AddressFilter {
  /** What stands in the address under a name; undefined when nothing does. */
  given(name: string): string | undefined;
  /** Changes filters, empty ones leave the address, and the list begins at its beginning again. */
  set(changes: Readonly<Record<string, string | null | undefined>>): void;
  /** Goes on in the list behind a row, or back to the beginning. */
  goTo(cursor: string | null): void;
  /** Where in the list the page is. */
  readonly cursor: string | undefined;
  /** Whether anything at all is chosen. */
  readonly isChosen: boolean;
  clear(): void;
  /** Takes away what stands under a name, as if it had never been there. */
  drop(name: string): void;
}

/** Filters and place of a list, kept in the address, so that it can be handed on and the way back leads to it. */
export function useAddressFilter(cursorName: 'before' | 'after'): AddressFilter {
  const [query, setQuery] = useSearchParams();
  const change = (changes: Readonly<Record<string, string | null | undefined>>, replace = false) => {
    const next = new URLSearchParams(query);
    for (const [name, text] of Object.entries({ [cursorName]: null, ...changes })) {
      if (text) next.set(name, text);
      else next.delete(name);
    }
    const overtaken = overtakenDay(next, Object.keys(changes));
    if (overtaken) next.delete(overtaken);
    setQuery(next, { replace });
  };
  const wrong = wrongDays(query);
  // A list is never asked for with them, and they leave the address as a choice does that nobody offers.
  const given = (name: string) => (wrong.includes(name) ? undefined : query.get(name) || undefined);
  useEffect(() => {
    if (wrong.length > 0) change(Object.fromEntries(wrong.map((name) => [name, null])), true);
  });
  return {
    given,
    set: (changes) => change(changes),
    goTo: (cursor) => change({ [cursorName]: cursor }),
    cursor: given(cursorName),
    isChosen: query.size > 0,
    clear: () => setQuery({}),
    drop: (name) => change({ [name]: null }, true),
  };
}
