import type { Query } from '../../db/database.ts';
import { differencesOf } from './difference-store.ts';
import type { DayReport } from './report.ts';
import { lastRunsOf } from './run-store.ts';

/** Every provider's last run of a day with its differences. */
export async function dayReports(query: Query, day: string): Promise<DayReport[]> {
  const runs = await lastRunsOf(query, day);
  return Promise.all(
    runs.map(async (run) => ({ run, differences: await differencesOf(query, run.provider, run.day) })),
  );
}

/** Whether comparing a day was asked for and has not been tried yet. */
export async function isDayPending(query: Query, day: string): Promise<boolean> {
  const rows = await query(
    'select 1 from reconciliation_days where day = $1 and next_try_at is not null and tries = 0 limit 1',
    [day],
  );
  return rows.length > 0;
}

export interface DayProblem {
  provider: string;
  last_problem: string;
}

/** Providers whose bill of a day is not there, and why. */
export async function missingBills(query: Query, day: string): Promise<DayProblem[]> {
  return query<DayProblem>(
    `select provider, last_problem from reconciliation_days
     where day = $1 and bill_version is null and last_problem is not null order by provider`,
    [day],
  );
}

/** Codes of the providers that the running program has made out days for. */
export async function knownProviders(query: Query): Promise<string[]> {
  const rows = await query<{ provider: string }>('select distinct provider from reconciliation_days order by provider');
  return rows.map(({ provider }) => provider);
}
