import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Visit } from './navigation.ts';
import { createScrollMemory } from './scroll-memory.ts';

/** A heading that comes with the data of the screen is waited for this long: slow networks take their time. */
const HEADING_WAIT_MS = 20_000;

let scrollMemory: ReturnType<typeof createScrollMemory> | null = null;

/** What happens when a screen has come: the title, the place on the page, and focus on its heading so that it is read out. */
export function useArrival(visit: Visit | null, failure: string | null, title: string): void {
  const former = useRef<Visit | null>(null);

  useEffect(() => {
    document.title = title;
  }, [title]);

  useLayoutEffect(() => {
    scrollMemory ??= createScrollMemory(window);
    if (failure) return focusHeading();
    if (!visit || visit === former.current) return;
    const first = former.current === null;
    former.current = visit;
    const stopScroll = scrollMemory.arrive(visit.key, visit.returned, first);
    const stopFocus = first ? undefined : focusHeading();
    return () => {
      stopScroll();
      stopFocus?.();
    };
  }, [visit, failure]);
}

/**
 * Focuses the first heading now or as soon as it is there, and its successor when the screen replaces it: a skeleton and
 * the screen itself each bring their own. Answers what gives up.
 */
function focusHeading(): () => void {
  const root = document.getElementById('root');
  if (!root) return () => {};
  let focused: HTMLElement | null = null;
  const tryFocus = () => {
    const heading = root.querySelector('h1');
    if (!heading || heading === focused) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    focused = heading;
  };
  tryFocus();
  const observer = new MutationObserver(() => {
    const active = document.activeElement;
    // Somebody who has gone on to a field by now keeps it.
    if (active === document.body || active === null) tryFocus();
    else if (active !== focused) observer.disconnect();
  });
  observer.observe(root, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), HEADING_WAIT_MS);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
