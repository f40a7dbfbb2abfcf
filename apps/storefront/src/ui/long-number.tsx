import './long-number.css';
import { Fragment, type RefObject, useLayoutEffect, useRef } from 'react';

/** As long as an identity number, which is compared as a whole. */
const LONGEST_LINE = 18;

/** An identity number, masked or not, or the number of an order or a paper, in letters of any size. */
export function LongNumber({ children }: { children: string }) {
  return children.length > LONGEST_LINE ? <GroupedNumber>{children}</GroupedNumber> : <OneLine>{children}</OneLine>;
}

function OneLine({ children }: { children: string }) {
  const line = useRef<HTMLSpanElement>(null);
  useFittingWidth(line, children);
  return (
    <span className="one-line">
      <span ref={line}>{children}</span>
    </span>
  );
}

/**
 * Draws a line that is wider than its box as much smaller as the box needs. Not by the size of its letters: browsers that enlarge
 * them lay out the enlarged ones a frame later than a script can measure.
 */
function useFittingWidth(line: RefObject<HTMLElement | null>, shown: string): void {
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

/** Longer than the screen is wide, it goes on between two groups of four; copied, it is without a gap. */
function GroupedNumber({ children }: { children: string }) {
  const [, head = '', figures = ''] = /^(\D*)(.*)$/.exec(children) ?? [];
  const [first = '', ...groups] = figures.match(/.{1,4}/g) ?? [];
  return (
    <span className="grouped-number">
      {head}
      {first}
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one number never change places
        <Fragment key={index}>
          <wbr />
          {group}
        </Fragment>
      ))}
    </span>
  );
}
