import './controls.css';
import type { ReactNode } from 'react';
import { LongNumber } from './long-number.tsx';

type KeyValuesProps = {
  /**
   * `num` shows the value in tabular figures, `pii` says that it is of a person (a sale's record keeps it apart). An item without
   * value is left out.
   */
  items: readonly { label: string; value: ReactNode; num?: boolean; pii?: boolean }[];
};

/** Label and value pairs; in elder mode, and where a number does not fit beside it, a value goes under its label. */
export function KeyValues({ items }: KeyValuesProps) {
  return (
    <dl className="kv">
      {items
        .filter((item) => item.value !== undefined && item.value !== null && item.value !== '')
        .map((item) => (
          <div key={item.label}>
            <dt>{item.label}</dt>
            <dd className={item.num ? 'num' : undefined} data-pii={item.pii || undefined}>
              {item.num && typeof item.value === 'string' ? <LongNumber>{item.value}</LongNumber> : item.value}
            </dd>
          </div>
        ))}
    </dl>
  );
}
