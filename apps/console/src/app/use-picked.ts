import { useState } from 'react';
import { UP_AND_DOWN, useKeys } from './use-keys.ts';

export interface Picked<Row> {
  /** The first one until another is picked; undefined where there is none. */
  readonly current: Row | undefined;
  /** `3 / 40` */
  readonly place: string;
  /** Null: the first one again. */
  pick(key: string | null): void;
}

/** The row of a list that is shown beside it: by a press on it, or by J and K, down and up. */
export function usePicked<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Picked<Row> {
  const [picked, pick] = useState<string | null>(null);
  const at = Math.max(
    0,
    rows.findIndex((row) => keyOf(row) === picked),
  );
  const step = (by: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
    if (row !== undefined) pick(keyOf(row));
  };
  useKeys({ j: () => step(1), k: () => step(-1) }, UP_AND_DOWN);
  return { current: rows[at], place: `${at + 1} / ${rows.length}`, pick };
}
