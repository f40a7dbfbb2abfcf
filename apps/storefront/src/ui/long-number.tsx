import './long-number.css';
import { Fragment, useRef } from 'react';
import { useFittingWidth } from './use-fitting-width.ts';

/** As long as an identity number, which is compared as a whole. */
const LONGEST_LINE = 18;

/** An identity number, masked or not, or the number of an order or a paper, in letters of any size. */
export function LongNumber({ children }: { children: string }) {
  return children.length > LONGEST_LINE ? <GroupedNumber>{children}</GroupedNumber> : <OneLine>{children}</OneLine>;
}

/** The same among other words: a date, a time or a masked phone that goes to the next line as a whole, and is drawn smaller before it is broken. */
export function WholeNumber({ children }: { children: string }) {
  return (
    <span className="whole-number">
      <OneLine>{children}</OneLine>
    </span>
  );
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
