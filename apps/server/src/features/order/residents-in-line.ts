import type { Database } from '../../db/database.ts';
import type { WorkerNumber } from '../../db/worker-number.ts';

export interface ResidentsInLineInput {
  readonly database: Pick<Database, 'query'>;
  readonly clock: { now(): number };
  readonly worker: Pick<WorkerNumber, 'number'>;
}

export interface ResidentsInLine {
  /** Somebody was given a place at this server. */
  readonly note: () => void;
  /** Whether somebody stands in line at any server, as far as is known. */
  readonly areThere: () => Promise<boolean>;
}

const NOTE_EVERY_MS = 5_000;
/** Who stands there asks again within it; so does the next note of a line that goes on. */
const HOLDS_MS = 40_000;

/**
 * Lets work without a screen give way, also on servers that get no requests: each server notes in its own row, seldom, that
 * residents stand in line at it. Who stands there does not wait for that.
 */
export function residentsInLine({ database, clock, worker }: ResidentsInLineInput): ResidentsInLine {
  let notedAtMs = Number.NEGATIVE_INFINITY;
  return {
    note() {
      const nowMs = clock.now();
      if (Math.abs(nowMs - notedAtMs) < NOTE_EVERY_MS) return;
      notedAtMs = nowMs;
      void database
        .query('update worker_numbers set line_until = $2 where number = $1', [
          worker.number,
          new Date(nowMs + HOLDS_MS),
        ])
        // Noted with the next place; that a database is away is told elsewhere.
        .catch(() => undefined);
    },
    async areThere() {
      const rows = await database.query('select 1 from worker_numbers where line_until > $1 limit 1', [
        new Date(clock.now()),
      ]);
      return rows.length > 0;
    },
  };
}
