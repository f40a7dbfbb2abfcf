/** What becomes of the page, or of the line it is on. After the last four the tab is closed. */
export const ENDS = [
  ...(['navigate', 'close', 'crash', 'kill'] as const),
  ...(['offline', 'latency', 'loss', 'cross-origin'] as const),
] as const;
export type End = (typeof ENDS)[number];

/** What has not reached the server when that happens. */
const PENDING_KB = [10, 60, 70, 250] as const;
const DISKS = ['on', 'off', 'full'] as const;

export interface Cell {
  readonly end: End;
  readonly pendingKb: number;
  /** IndexedDB: as it should be, missing, or without room. */
  readonly disk: (typeof DISKS)[number];
}

export const ALL_CELLS: readonly Cell[] = ENDS.flatMap((end) =>
  PENDING_KB.flatMap((pendingKb) => DISKS.map((disk) => ({ end, pendingKb, disk }))),
);

export const nameOf = ({ end, pendingKb, disk }: Cell): string => `${end}, ${pendingKb} KB, IndexedDB ${disk}`;

/** One thing that happened in the page, as it said itself before anything recorded it. */
export interface Said {
  readonly id: string;
  readonly kind: 'event' | 'mark';
  readonly at: number;
}

export interface Limits {
  readonly eventMs: number;
  readonly markMs: number;
}

/** Goals of the record: what is older than this at a sudden end must be there. */
export const GOALS: Limits = { eventMs: 1_000, markMs: 50 };

const SUDDEN: readonly End[] = ['crash', 'kill'];

/**
 * A browser writes its old storage to the disk when it finds time, seconds later: without IndexedDB nothing in a phone
 * outlives the killing of the browser itself.
 */
export const isBeyondReach = ({ end, disk }: Cell): boolean => end === 'kill' && disk !== 'on';

/** Of what is not stored, what had to be. */
export function wronglyLost(cell: Cell, lost: readonly Said[], endedAt: number, limits: Limits): Said[] {
  if (isBeyondReach(cell)) return [];
  if (!SUDDEN.includes(cell.end)) return [...lost];
  return lost.filter(({ kind, at }) => endedAt - at > (kind === 'mark' ? limits.markMs : limits.eventMs));
}
