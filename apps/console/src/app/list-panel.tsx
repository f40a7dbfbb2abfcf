import { Empty } from 'antd';
import type { ReactNode } from 'react';
import { useBesideKeys } from './beside.ts';
import { MoreRows } from './more-rows.tsx';
import type { AddressFilter } from './use-address-filter.ts';

interface Props {
  readonly label: string;
  readonly loading: boolean;
  readonly filter: AddressFilter;
  readonly next: string | null;
  readonly isEmpty: boolean;
  /** What stands there when it is empty. */
  readonly emptyText: string;
  /** Below that sentence: a way on. */
  readonly emptyWay?: ReactNode;
  /** Below the list. */
  readonly foot?: ReactNode;
  /** The table. */
  readonly children: ReactNode;
}

const LABELS = { first: '回到开头', next: '往后' };

/** A list that has one of its rows beside it: the table, what is there instead, and the ways through it. */
export function ListPanel({ label, loading, filter, next, isEmpty, emptyText, emptyWay, foot, children }: Props) {
  useBesideKeys();
  return (
    <section className="panel" aria-label={label} aria-busy={loading}>
      <div className="scroll-x">{children}</div>
      {isEmpty && (
        <Empty style={{ padding: 24 }} description={emptyText} image={Empty.PRESENTED_IMAGE_SIMPLE}>
          {emptyWay}
        </Empty>
      )}
      <MoreRows filter={filter} next={next} labels={LABELS} />
      {foot}
    </section>
  );
}
