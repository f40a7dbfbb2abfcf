import { addDays, beijingDate, EARLIEST_DAY } from '@huimin/domain/date';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { allDays, changedDays, openDays, STILL_WRITTEN_MS } from './conduct-changes.ts';
import { countConduct } from './count-conduct.ts';

const LOOK_EVERY_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;

interface Progress {
  readonly seen_until: number | null;
  readonly counted_until: number | null;
}

/**
 * Keeps what the indicators of conduct add up. First every day there is, the latest first; then each day anew of whose sales
 * anything changed. A day at a time, in a transaction of its own: a crash repeats one.
 */
export function conductJobs(core: Pick<Core, 'database' | 'clock'>) {
  const run = () => core.database.transaction((query) => round(core, query));
  return [{ name: 'conduct', everyMs: LOOK_EVERY_MS, mostShare: 0.05, run }];
}

async function round({ clock }: Pick<Core, 'clock'>, query: Query): Promise<number> {
  const [progress] = await query<Progress>(
    'select seen_until, counted_until from conduct_progress for update skip locked',
    [],
  );
  if (!progress) return 0;
  const [due] = await query<{ day: string }>(
    `delete from conduct_due where day = (select max(day) from conduct_due) returning to_char(day, 'YYYY-MM-DD') as day`,
    [],
  );
  if (due) {
    await countConduct(query, due.day);
    return 1;
  }
  const { seen_until: seenMs, counted_until: countedMs } = progress;
  // Nothing is due: what had been found until then is counted.
  if (seenMs !== countedMs) await query('update conduct_progress set counted_until = seen_until', []);
  const nowMs = clock.now();
  if (seenMs !== null && nowMs < seenMs + LOOK_EVERY_MS) return 0;
  const days = await daysToCount(query, seenMs, nowMs);
  await query(
    'insert into conduct_due (day) select day::date from unnest($1::text[]) as g(day) on conflict do nothing',
    [days],
  );
  await query('update conduct_progress set seen_until = $1', [new Date(nowMs)]);
  return 1;
}

async function daysToCount(query: Query, seenMs: number | null, nowMs: number): Promise<string[]> {
  const today = beijingDate(nowMs);
  if (seenMs === null) return (await allDays(query, today)).map(({ day }) => day);
  const days = await changedDays(query, new Date(seenMs - STILL_WRITTEN_MS));
  // Attempts without an outcome tell nobody when they get one; those of former days are looked at once an hour.
  const isNewHour = Math.floor(seenMs / HOUR_MS) !== Math.floor(nowMs / HOUR_MS);
  for (const { day } of await openDays(query, isNewHour ? EARLIEST_DAY : addDays(today, -1))) days.add(day);
  return [...days];
}
