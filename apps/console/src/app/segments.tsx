import { Segmented, type SegmentedProps } from 'antd';

/** A switch of a few words. The kit makes the row itself a stop of Tab, where no key does anything; the word that is chosen is one already. */
export function Segments<T extends string | number>(props: SegmentedProps<T>) {
  return <Segmented<T> {...props} tabIndex={-1} />;
}
