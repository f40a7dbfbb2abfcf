import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import type { AddressFilter } from './use-address-filter.ts';

interface Props {
  readonly filter: AddressFilter;
  /** Where the following rows begin; absent at the end of the list. */
  readonly next: string | null | undefined;
  /** What the two ways are called: lists by time and lists by name differ. */
  readonly labels: { readonly first: string; readonly next: string };
}

/** The ways through a long list, below it. Nothing where there is no way. */
export function MoreRows({ filter, next, labels }: Props) {
  const ways = useRef<HTMLDivElement>(null);
  const shown = useRef(filter.cursor);
  // Other rows are read from the first one on.
  useEffect(() => {
    if (shown.current === filter.cursor) return;
    shown.current = filter.cursor;
    const list = ways.current?.closest('section');
    if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' });
  }, [filter.cursor]);
  if (filter.cursor === undefined && !next) return null;
  return (
    <div className="more" ref={ways}>
      {filter.cursor !== undefined && <Button onClick={() => filter.goTo(null)}>{labels.first}</Button>}
      {next && <Button onClick={() => filter.goTo(next)}>{labels.next}</Button>}
    </div>
  );
}

export const BY_TIME = { first: '回到最新', next: '更早的' };
export const BY_NAME = { first: '回到第一页', next: '下一页' };
