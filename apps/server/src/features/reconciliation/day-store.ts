import { addDays, beijingDate, beijingMs, endOfDayMs } from '@huimin/domain/date';
import type { Query } from '../../db/database.ts';

/** Providers keep bills for three months. */
const OLDEST_DAYS = 90;
/** Bills of a day are there from ten o'clock of the next one. */
const READY_AFTER_MS = 10 * 60 * 60_000;

/** The problem of a provider whose bills nobody can fetch: somebody compares its money there. */
export const NOT_OFFERED = 'no bill is offered';

export interface WantedDay {
  provider: string;
  day: string;
  tries: number;
}

const PLAN = `
insert into reconciliation_days (provider, day, next_try_at)
select $1, day, at from unnest($2::date[], $3::timestamptz[]) as wanted(day, at) on conflict do nothing`;

/** Writes down which days' bills are wanted of each provider: from the first payment, or the last day that is known, up to yesterday. */
export async function planDays(query: Query, providers: readonly string[], nowMs: number): Promise<void> {
  const yesterday = addDays(beijingDate(nowMs), -1);
  const known = await query<LastDay>(LAST_DAYS, [providers]);
  for (const last of known) if (last.day !== yesterday) await planUpTo(query, yesterday, last);
}

interface LastDay {
  readonly provider: string;
  readonly day: string | null;
}

const LAST_DAYS = `
select provider, (select max(day) from reconciliation_days known where known.provider = asked.provider) as day
from unnest($1::text[]) as asked(provider)`;

async function planUpTo(query: Query, yesterday: string, { provider, day: known }: LastDay): Promise<void> {
  const oldest = addDays(yesterday, 1 - OLDEST_DAYS);
  const next = known ? addDays(known, 1) : ((await firstDay(query, provider)) ?? yesterday);
  const days: string[] = [];
  for (let day = next < oldest ? oldest : next; day <= yesterday; day = addDays(day, 1)) days.push(day);
  await query(PLAN, [provider, days, days.map((day) => new Date(endOfDayMs(day) + READY_AFTER_MS))]);
}

async function firstDay(query: Query, provider: string): Promise<string | null> {
  const [row] = await query<{ at: number | null }>('select min(paid_at) as at from payments where provider = $1', [
    provider,
  ]);
  return row?.at ? beijingDate(row.at) : null;
}

/** Takes the oldest day that is due; for one server only, until the lease ends. */
export async function leaseDay(
  query: Query,
  providers: readonly string[],
  nowMs: number,
  leaseMs: number,
): Promise<WantedDay | null> {
  const rows = await query<WantedDay>(
    `update reconciliation_days set lease_until = $3
     where (provider, day) in (
       select provider, day from reconciliation_days
       where provider = any($1) and next_try_at <= $2 and (lease_until is null or lease_until < $2)
       order by next_try_at, day limit 1
     ) and (lease_until is null or lease_until < $2) and next_try_at <= $2
     returning provider, day, tries`,
    [providers, new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return rows[0] ?? null;
}

/** The bill is there and compared. Who asked for it anew since it was leased gets it once more. */
export async function finishDay(
  query: Query,
  { provider, day }: WantedDay,
  { version, leasedAtMs }: { readonly version: number; readonly leasedAtMs: number },
): Promise<void> {
  await query(
    `update reconciliation_days set bill_version = $3, lease_until = null, tries = 0, last_problem = null,
       next_try_at = case when next_try_at > $4 then next_try_at end
     where provider = $1 and day = $2`,
    [provider, day, version, new Date(leasedAtMs)],
  );
}

/** It is not there yet; `nextTryAtMs` null gives up, as does a day so old that no provider keeps its bill any more. */
export async function postponeDay(
  query: Query,
  { provider, day }: WantedDay,
  problem: string,
  nextTryAtMs: number | null,
): Promise<void> {
  const isKept = nextTryAtMs !== null && nextTryAtMs < beijingMs(day) + OLDEST_DAYS * 24 * 60 * 60_000;
  await query(
    `update reconciliation_days set next_try_at = $3, lease_until = null, tries = tries + 1, last_problem = $4
     where provider = $1 and day = $2`,
    [provider, day, isKept ? new Date(nextTryAtMs) : null, problem.slice(0, 300)],
  );
}

/** Asks for a day to be fetched and compared again; answers for how many of the providers. */
export async function wantDay(query: Query, providers: readonly string[], day: string, nowMs: number): Promise<number> {
  const rows = await query(
    `insert into reconciliation_days (provider, day, next_try_at)
     select provider, $2, $3 from unnest($1::text[]) as provider
     on conflict (provider, day) do update set next_try_at = excluded.next_try_at, tries = 0
     returning provider`,
    [providers, day, new Date(nowMs)],
  );
  return rows.length;
}

/** When a bill is asked for again after so many tries: minutes at first, hourly in the end. */
export function billPauseMs(tries: number): number {
  return Math.min(5 * 60_000 * 2 ** tries, 60 * 60_000);
}

/** A bill that is not there so long after its hour is an operator's business. */
export function isLongMissing(day: string, nowMs: number): boolean {
  return nowMs >= endOfDayMs(day) + READY_AFTER_MS + 24 * 60 * 60_000;
}
