/** A row of a list as its file has it. */
export interface ListedRow {
  readonly code: string;
  readonly cells: readonly string[];
}

export type RowChange = 'new' | 'changed' | 'gone';

export interface ComparedRow extends ListedRow {
  readonly change: RowChange | null;
  /** The texts that residents see now, of a row that is changed. */
  readonly was: readonly string[] | null;
}

export interface ComparedLists {
  /** The next version's rows in their order, and behind them those that go. */
  readonly rows: readonly ComparedRow[];
  readonly added: number;
  readonly changed: number;
  readonly gone: number;
  /** The rows that stay stand in another order. */
  readonly isReordered: boolean;
}

/** What a list's next version changes of the one that is shown; rows are told apart by their codes. */
export function compareLists(shown: readonly ListedRow[], next: readonly ListedRow[]): ComparedLists {
  const before = new Map(shown.map((row) => [row.code, row]));
  const after = new Set(next.map(({ code }) => code));
  const rows = next.map((row): ComparedRow => {
    const was = before.get(row.code)?.cells ?? null;
    if (was === null) return { ...row, change: 'new', was };
    return isSame(was, row.cells) ? { ...row, change: null, was: null } : { ...row, change: 'changed', was };
  });
  const gone = shown
    .filter(({ code }) => !after.has(code))
    .map((row): ComparedRow => ({ ...row, change: 'gone', was: null }));
  const order = (list: readonly ListedRow[], other: { has(code: string): boolean }) =>
    list.flatMap(({ code }) => (other.has(code) ? [code] : []));
  return {
    rows: [...rows, ...gone],
    added: rows.filter(({ change }) => change === 'new').length,
    changed: rows.filter(({ change }) => change === 'changed').length,
    gone: gone.length,
    isReordered: !isSame(order(shown, after), order(next, before)),
  };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, place) => text === other[place]);
}
