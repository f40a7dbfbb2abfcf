import { useEffect, useRef } from 'react';

/** What asks, of everything on the page that is being filled in, whether something would be lost. */
const open = new Set<() => boolean>();
let isLeaving = false;

/** Whether something is filled in that was not sent. */
export const isUnsaved = (): boolean => !isLeaving && [...open].some((asks) => asks());

/** Loads the page anew without asking: another person must not keep what somebody else was filling in. */
export function reloadUnasked(): void {
  isLeaving = true;
  location.reload();
}

/** While this is on the page and says so, nobody leaves it for another one without a question. */
export function useUnsaved(asks: () => boolean): void {
  const latest = useRef(asks);
  latest.current = asks;
  useEffect(() => {
    const one = () => latest.current();
    open.add(one);
    return () => {
      open.delete(one);
    };
  }, []);
}
