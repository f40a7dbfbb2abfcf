import type { Cell } from './cells.ts';

/** A cell that nothing can be said of: what was to happen did not come about, twice. */
export interface Undecided {
  readonly cell: Cell;
  /** Why, the first time and the second. */
  readonly undecided: string;
}

/**
 * A page that does not come up, or a browser that does not start, says nothing of what the record keeps: the cell is tried once more,
 * and is neither passed nor failed when that breaks off as well.
 */
export async function decide<T>(
  cell: Cell,
  attempt: () => Promise<T>,
  again: (reason: string) => void = () => {},
): Promise<T | Undecided> {
  try {
    return await attempt();
  } catch (first) {
    again(reasonOf(first));
    try {
      return await attempt();
    } catch (second) {
      return { cell, undecided: `${reasonOf(first)}; then ${reasonOf(second)}` };
    }
  }
}

/** What went wrong, without the log that a browser's driver writes below it. */
const reasonOf = (error: unknown): string => String((error as Error)?.message ?? error).split('\n')[0] ?? '';
