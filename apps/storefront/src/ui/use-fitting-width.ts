import { type RefObject, useLayoutEffect } from 'react';

/**
 * Draws a line that is wider than its box as much smaller as the box needs; the box is `.one-line`, the line its only child. Not by
 * the size of its letters: browsers that enlarge them lay out the enlarged ones a frame later than a script can measure.
 */
export function useFittingWidth(line: RefObject<HTMLElement | null>, shown: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown decides how wide the line is
  useLayoutEffect(() => {
    const element = line.current;
    const box = element?.parentElement;
    if (!element || !box) return;
    const fit = () => {
      const [room, width] = [box.clientWidth, element.offsetWidth];
      element.style.transform = width > room && room > 0 ? `scale(${room / width})` : '';
    };
    fit();
    if (typeof ResizeObserver === 'undefined') return;
    const watch = new ResizeObserver(fit);
    watch.observe(element);
    watch.observe(box);
    return () => watch.disconnect();
  }, [line, shown]);
}
