import { type RefObject, useLayoutEffect } from 'react';

/** So many after a change the letters are as large as they are going to be. */
const FRAMES = 4;

/**
 * Keeps the letters of one line no larger than its box can show whole: with a phone's largest letters the last figures of
 * a number that must be compared would be cut off. A line that fits keeps the size of its style.
 */
export function useFittingLetters(line: RefObject<HTMLElement | null>, shown: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown decides how wide the line is
  useLayoutEffect(() => {
    const element = line.current;
    if (!element) return;
    let frame = 0;
    const isTooWide = () => element.scrollWidth > element.clientWidth + 1;
    // Once a frame: browsers that enlarge letters lay them out a frame after a script, or the phone, has set their size. What is
    // set here some enlarge once more, so that it is measured again.
    const shrink = (framesLeft: number) => {
      if (isTooWide()) {
        const sizePx = Number.parseFloat(element.style.fontSize || getComputedStyle(element).fontSize);
        element.style.fontSize = `${Math.floor((sizePx * element.clientWidth * 10) / element.scrollWidth) / 10}px`;
      }
      if (framesLeft > 0) frame = requestAnimationFrame(() => shrink(framesLeft - 1));
    };
    const fit = () => {
      cancelAnimationFrame(frame);
      element.style.removeProperty('font-size');
      shrink(FRAMES);
    };
    fit();
    // Larger letters chosen while the page is open make the page longer, where not the line higher.
    if (typeof ResizeObserver === 'undefined') return () => cancelAnimationFrame(frame);
    const watch = new ResizeObserver(fit);
    watch.observe(element);
    watch.observe(document.body);
    return () => {
      cancelAnimationFrame(frame);
      watch.disconnect();
    };
  }, [line, shown]);
}
