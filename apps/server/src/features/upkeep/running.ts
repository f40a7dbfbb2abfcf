import type { ConsoleCalls, JobValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { fail, ok } from '../../http/handler.ts';
import type { ConsoleHandler, StaffDependencies } from '../staff/index.ts';
import { titleOfJob } from './job-titles.ts';
import { queueLengths } from './queues.ts';

/** A server that has not said anything for so long is not there any more. */
const SILENT_MS = 60_000;
/** Servers are forgotten after a day of silence. */
const FORGOTTEN_MS = 24 * 3_600_000;
/** A job is late when it did not end for three of its turns, and not for less than a minute more. */
const lateMsOf = (everyMs: number) => 3 * everyMs + 60_000;

interface RunRow {
  worker: number;
  job: string;
  every_ms: number;
  said_at: number;
  ended_at: number;
  duration_ms: number;
  done_in_all: bigint;
  failures: number;
  failed_at: number | null;
  failure: string | null;
}

export function showRunning(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['showRunning']> {
  const { query } = deps.database;
  return async () => {
    const nowMs = deps.clock.now();
    const [runs, wishes, queues, [log]] = await Promise.all([
      query<RunRow>(`select * from job_runs where said_at > $1 order by job, worker`, [new Date(nowMs - FORGOTTEN_MS)]),
      query<{ job: string }>(`select job from job_wishes`),
      queueLengths(query, nowMs),
      query<{ size: bigint; signed_at: number }>(
        `select size, signed_at from log_checkpoints order by number desc limit 1`,
      ),
    ]);
    const servers = new Map<number, number>();
    for (const run of runs) servers.set(run.worker, Math.max(servers.get(run.worker) ?? 0, run.said_at));
    const isSilent = (worker: number) => nowMs - (servers.get(worker) ?? 0) > SILENT_MS;
    const wished = new Set(wishes.map(({ job }) => job));
    const byJob = Map.groupBy(runs, ({ job }) => job);
    return ok({
      at: beijingDateTime(nowMs),
      servers: [...servers]
        .sort(([a], [b]) => a - b)
        .map(([number, saidMs]) => ({ number, saidAt: beijingDateTime(saidMs), isSilent: isSilent(number) })),
      jobs: [...byJob].map(([name, rows]) =>
        jobOf(
          name,
          rows,
          rows.filter(({ worker }) => !isSilent(worker)),
          nowMs,
          wished,
        ),
      ),
      queues,
      log: log ? { size: Number(log.size), signedAt: beijingDateTime(log.signed_at) } : null,
    });
  };
}

function jobOf(
  name: string,
  all: readonly RunRow[],
  living: readonly RunRow[],
  nowMs: number,
  wished: ReadonlySet<string>,
): JobValue {
  const rows = living.length > 0 ? living : all;
  const latest = rows.reduce((a, b) => (b.ended_at > a.ended_at ? b : a));
  const worst = rows.reduce((a, b) => (b.failures > a.failures ? b : a));
  const isLate = nowMs - latest.ended_at > lateMsOf(latest.every_ms);
  return {
    ...{ name, title: titleOfJob(name), everyMs: latest.every_ms, servers: living.length },
    lastAt: beijingDateTime(latest.ended_at),
    lastDurationMs: latest.duration_ms,
    done: rows.reduce((sum, row) => sum + Number(row.done_in_all), 0),
    state: worst.failures > 0 ? 'failing' : isLate ? 'late' : 'well',
    failures: worst.failures,
    failedAt: worst.failed_at === null ? null : beijingDateTime(worst.failed_at),
    failure: worst.failures > 0 ? (worst.failure ?? '') : '',
    isWished: wished.has(name),
  };
}

export function wishJob(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['wishJob']> {
  return async ({ job }, request) => {
    const known = await deps.database.query(`select 1 as found from job_runs where job = $1 limit 1`, [job]);
    if (known.length === 0) return fail('not-found', '没有这个任务');
    await deps.database.transaction(async (query) => {
      await query(`insert into job_wishes (job, asked_at, asked_by) values ($1, $2, $3) on conflict (job) do nothing`, [
        job,
        new Date(deps.clock.now()),
        request.member.id,
      ]);
      await request.note({ subject: titleOfJob(job) }, query);
    });
    return ok({});
  };
}
