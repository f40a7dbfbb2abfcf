import { addDays, beijingDate, beijingMs } from '@huimin/domain/date';
import { DAY_CLOSES_AFTER_MS, STILL_WRITTEN_MS } from '@huimin/domain/report';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { countNextClaims } from './count-claims.ts';
import { countAgain, firstMoment } from './count-facts.ts';

const HOUR_MS = 3_600_000;
/** What happened is written, and attempts have ended, this long after; the day is counted once more in the night. */
const STILL_MOVES_MS = 3 * HOUR_MS;
/** Hours are looked at for days of these weeks; days stay. */
const HOURS_KEPT_MS = 40 * 24 * HOUR_MS;

type Progress = { readonly closed_until: string | null; readonly counted_until: number | null };

/**
 * Keeps what the dashboard adds up: this hour twice a minute, the last hours once an hour, a whole day once more after its
 * end, and what lies before the first run day by day. Counting the same hours twice changes nothing, so a crash or a second server does no harm.
 */
export function reportJobs(core: Pick<Core, 'database' | 'clock'>) {
  const run = () => core.database.transaction((query) => round(core, query));
  return [{ name: 'reports', everyMs: 30_000, mostShare: 0.05, run }];
}

async function round({ clock }: Pick<Core, 'clock'>, query: Query): Promise<number> {
  const [progress] = await query<Progress>(
    `select to_char(closed_until, 'YYYY-MM-DD') as closed_until, counted_until from report_progress for update skip locked`,
    [],
  );
  if (!progress) return 0;
  const nowMs = clock.now();
  if (await countNextClaims(query, nowMs)) return 1;
  const today = beijingDate(nowMs);
  const first = progress.closed_until === null ? await firstMoment(query) : null;
  const closed = progress.closed_until ?? beijingDate(first ?? nowMs);
  const isClosing = closed < addDays(today, -1) || (closed < today && nowMs >= beijingMs(today) + DAY_CLOSES_AFTER_MS);
  if (isClosing) {
    const next = addDays(closed, 1);
    await countAgain(query, new Date(beijingMs(closed)), new Date(beijingMs(next)));
    await query('delete from report_hours where at < $1', [new Date(nowMs - HOURS_KEPT_MS)]);
    await keep(query, next, Math.max(beijingMs(next), progress.counted_until ?? 0));
    return 1;
  }
  const counted = progress.counted_until ?? beijingMs(closed);
  // How attempts of earlier hours ended is looked at once an hour; between, what is under way is counted alone.
  const isNewHour = hourOf(counted) !== hourOf(nowMs);
  const since = isNewHour ? Math.min(counted, nowMs) - STILL_MOVES_MS : counted - STILL_WRITTEN_MS;
  const from = Math.max(hourOf(since), beijingMs(addDays(today, -1)));
  await countAgain(query, new Date(from), new Date(nowMs));
  await keep(query, closed, nowMs);
  return 0;
}

const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS) * HOUR_MS;

async function keep(query: Query, closed: string, countedMs: number): Promise<void> {
  await query('update report_progress set closed_until = $1::date, counted_until = $2', [closed, new Date(countedMs)]);
}
