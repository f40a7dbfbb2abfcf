import { addDays, beijingDate, beijingMs } from '@huimin/domain/date';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { allHours, changedHours, openHours, STILL_WRITTEN_MS } from './conduct-changes.ts';
import { countSlice, type DueHour, HOUR_MS } from './count-conduct.ts';
import { keepHour, sumDay } from './sum-conduct.ts';

const LOOK_EVERY_MS = 5 * 60_000;
/** Sales that are counted in one transaction. */
const SLICE = 2_000;

interface Progress {
  readonly seen_until: number | null;
  readonly counted_until: number | null;
}

type Dependencies = Pick<Core, 'database' | 'clock'>;

/**
 * Keeps what the indicators of conduct add up. First every hour there is, the latest first; then each hour anew of whose sales
 * anything changed, and the day it is in. A slice of an hour at a time, in a transaction of its own: a crash repeats one.
 */
export function conductJobs(core: Dependencies, slice = SLICE) {
  const run = () => core.database.transaction((query) => round(core, query, slice));
  return [{ name: 'conduct', everyMs: LOOK_EVERY_MS, mostShare: 0.05, run }];
}

async function round({ clock }: Pick<Core, 'clock'>, query: Query, slice: number): Promise<number> {
  const [progress] = await query<Progress>(
    'select seen_until, counted_until from conduct_progress for update skip locked',
    [],
  );
  if (!progress) return 0;
  const [due] = await query<DueHour>('select hour, counted_to from conduct_due order by hour desc limit 1', []);
  if (due) {
    await count(query, due, slice);
    return 1;
  }
  const { seen_until: seenMs, counted_until: countedMs } = progress;
  // Nothing is due: what had been found until then is counted.
  if (seenMs !== null && seenMs !== countedMs) {
    await query('update conduct_progress set counted_until = seen_until', []);
  }
  const nowMs = clock.now();
  if (seenMs !== null && nowMs < seenMs + LOOK_EVERY_MS) return 0;
  const hours = await hoursToCount(query, seenMs, nowMs);
  await query('insert into conduct_due (hour) select unnest($1::timestamptz[]) on conflict do nothing', [
    hours.map((ms) => new Date(ms)),
  ]);
  await query('update conduct_progress set seen_until = $1', [new Date(nowMs)]);
  return 1;
}

async function count(query: Query, due: DueHour, slice: number): Promise<void> {
  const hour = new Date(due.hour);
  const untilMs = await countSlice(query, due, slice);
  if (untilMs < due.hour + HOUR_MS) {
    await query('update conduct_due set counted_to = $2 where hour = $1', [hour, new Date(untilMs)]);
    return;
  }
  await query('delete from conduct_due where hour = $1', [hour]);
  await keepHour(query, due.hour);
  const day = beijingDate(due.hour);
  const [other] = await query('select 1 as one from conduct_due where hour >= $1 and hour < $2 limit 1', [
    new Date(beijingMs(day)),
    new Date(beijingMs(addDays(day, 1))),
  ]);
  if (!other) await sumDay(query, day);
}

async function hoursToCount(query: Query, seenMs: number | null, nowMs: number): Promise<number[]> {
  if (seenMs === null) return allHours(query, nowMs);
  const hours = await changedHours(query, new Date(seenMs - STILL_WRITTEN_MS));
  // Attempts without an outcome tell nobody when they get one; those of former days are looked at once an hour.
  const isNewHour = Math.floor(seenMs / HOUR_MS) !== Math.floor(nowMs / HOUR_MS);
  const fromMs = isNewHour ? 0 : beijingMs(addDays(beijingDate(nowMs), -1));
  for (const ms of await openHours(query, fromMs)) hours.add(ms);
  return [...hours];
}
