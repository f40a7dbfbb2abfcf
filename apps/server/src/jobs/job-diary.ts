import type { Core } from '../core.ts';
import type { Job } from './job.ts';

/** What a runner says of each round that ended. */
export interface JobDiary {
  ended(job: Job, startedMs: number, done: number, failure: string | null): void;
}

interface Entry {
  readonly everyMs: number;
  endedMs: number;
  durationMs: number;
  done: number;
  doneInAll: number;
  failures: number;
  failedMs: number | null;
  failure: string | null;
}

/** What is kept of a failure: the program's sentence, cut; values of rows are not in it. */
const FAILURE_LENGTH = 200;

/** Keeps in mind how the jobs of this server go; `write` puts it where the console reads it. */
export function createJobDiary({ clock, database }: Pick<Core, 'clock' | 'database'>, workerNumber: () => number) {
  const entries = new Map<string, Entry>();
  const diary: JobDiary = {
    ended(job, startedMs, done, failure) {
      const endedMs = clock.now();
      const former = entries.get(job.name);
      entries.set(job.name, {
        ...{ everyMs: job.everyMs, endedMs, durationMs: endedMs - startedMs, done },
        doneInAll: (former?.doneInAll ?? 0) + done,
        failures: failure === null ? 0 : (former?.failures ?? 0) + 1,
        failedMs: failure === null ? (former?.failedMs ?? null) : endedMs,
        failure: failure === null ? (former?.failure ?? null) : failure.slice(0, FAILURE_LENGTH),
      });
    },
  };

  async function write(): Promise<void> {
    const rows = [...entries];
    const column = <T>(pick: (entry: Entry) => T): T[] => rows.map(([, entry]) => pick(entry));
    const time = (ms: number | null) => (ms === null ? null : new Date(ms));
    await database.query(
      `insert into job_runs (worker, job, every_ms, said_at, ended_at, duration_ms, done, done_in_all, failures, failed_at,
         failure)
       select $1, job, every_ms, $2, ended_at, duration_ms, done, done_in_all, failures, failed_at, failure
       from unnest($3::text[], $4::integer[], $5::timestamptz[], $6::integer[], $7::integer[], $8::bigint[],
         $9::integer[], $10::timestamptz[], $11::text[])
         as said (job, every_ms, ended_at, duration_ms, done, done_in_all, failures, failed_at, failure)
       on conflict (worker, job) do update set every_ms = excluded.every_ms, said_at = excluded.said_at,
         ended_at = excluded.ended_at, duration_ms = excluded.duration_ms, done = excluded.done,
         done_in_all = excluded.done_in_all, failures = excluded.failures, failed_at = excluded.failed_at,
         failure = excluded.failure`,
      [
        workerNumber(),
        time(clock.now()),
        rows.map(([name]) => name),
        column((entry) => entry.everyMs),
        column((entry) => time(entry.endedMs)),
        column((entry) => Math.min(entry.durationMs, 2_147_483_647)),
        column((entry) => entry.done),
        column((entry) => entry.doneInAll),
        column((entry) => entry.failures),
        column((entry) => time(entry.failedMs)),
        column((entry) => entry.failure),
      ],
    );
  }

  /** Of the jobs given, those that somebody at the console wants run now; each is answered to one server only. */
  async function takeWishes(names: readonly string[]): Promise<string[]> {
    const rows = await database.query<{ job: string }>('delete from job_wishes where job = any($1) returning job', [
      names,
    ]);
    return rows.map(({ job }) => job);
  }

  return { ...diary, write, takeWishes };
}

/**
 * The jobs that run here, and one more that writes the diary down again and again and has run what somebody at the
 * console wants of them.
 */
export function withDiary(
  diary: ReturnType<typeof createJobDiary>,
  jobs: readonly Job[],
  wake: (name: string) => void,
): Job[] {
  const names = jobs.map(({ name }) => name);
  const keeper: Job = {
    name: 'job-diary',
    everyMs: 10_000,
    ofThisServer: true,
    async run() {
      await diary.write();
      for (const name of await diary.takeWishes(names)) wake(name);
      return 0;
    },
  };
  return [...jobs, keeper];
}
