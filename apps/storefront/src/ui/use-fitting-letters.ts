import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps the letters of one line no larger than its box can show whole: with a phone's largest letters the last figures of
 * a number that must be compared would be cut off. A line that fits keeps the size of its style.
 */
export function useFittingLetters(line: RefObject<HTMLElement | null>, shown: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown decides how wide the line is
  useLayoutEffect(() => {
    const element = line.current;
    if (!element) return;
    const fit = () => {
      element.style.removeProperty('font-size');
      let sizePx = Number.parseFloat(getComputedStyle(element).fontSize);
      // Some browsers tell the size with the phone's enlargement in it, and enlarge what is set here once more.
      for (let round = 0; round < 3 && element.scrollWidth > element.clientWidth + 1; round += 1) {
        sizePx = Math.floor((sizePx * element.clientWidth * 10) / element.scrollWidth) / 10;
        element.style.fontSize = `${sizePx}px`;
      }
    };
    fit();
    // Larger letters chosen while the page is open make the page longer, where not the line higher.
    if (typeof ResizeObserver === 'undefined') return;
    const watch = new ResizeObserver(fit);
    watch.observe(element);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [line, shown]);
}
