import type { ReactNode } from 'react';
import { useBesideKeys } from './beside.ts';
import { MoreRows } from './more-rows.tsx';
import { NoneFound } from './none-found.tsx';
import type { AddressFilter } from './use-address-filter.ts';

interface Props {
  readonly label: string;
  readonly loading: boolean;
  readonly filter: AddressFilter;
  readonly next: string | null;
  readonly isEmpty: boolean;
  /** What stands there when it is empty. */
  readonly emptyText: string;
  /** What stands there when the address narrows it; unless told, that nothing is like that. */
  readonly noneLike?: string;
  /** Under which names the address narrows the list; under others it chooses another list. */
  readonly narrowedBy?: readonly string[];
  /** Below the list. */
  readonly foot?: ReactNode;
  /** The table. */
  readonly children: ReactNode;
}

const LABELS = { first: '回到开头', next: '往后' };

/** A list that has one of its rows beside it: the table, what is there instead, and the ways through it. */
export function ListPanel(props: Props) {
  const { label, loading, filter, next, isEmpty, foot, children } = props;
  const { emptyText, noneLike = '没有符合条件的', narrowedBy = [] } = props;
  useBesideKeys();
  return (
    <section className="panel" aria-label={label} aria-busy={loading}>
      <div className="scroll-x">{children}</div>
      {isEmpty && (
        <NoneFound
          isNarrowed={narrowedBy.some((name) => filter.given(name) !== undefined)}
          notSuch={noneLike}
          none={emptyText}
          onClear={() => filter.set(Object.fromEntries(narrowedBy.map((name) => [name, null])))}
        />
      )}
      <MoreRows filter={filter} next={next} labels={LABELS} />
      {foot}
    </section>
  );
}
