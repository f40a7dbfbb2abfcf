import { StartupProblem } from '../startup-problem.ts';
import type { Database } from './database.ts';

const LEASE_MS = 60_000;
const LOOK_AGAIN_MS = 2_000;
const WORKERS = 64;

const TAKE = `
insert into worker_numbers (number, holder, lease_until) values ($1, $2, $4)
on conflict (number) do update set holder = excluded.holder, lease_until = excluded.lease_until
  where worker_numbers.lease_until < $3 or worker_numbers.holder = excluded.holder
returning number`;

export interface WorkerNumber {
  /** The number held now. */
  readonly number: number;
  /**
   * Keeps the number. When another process took it (this one was stopped for longer than its lease), takes a free one
   * instead, unless it was told which to take: then it throws, and ids may collide until one of the two is stopped.
   */
  renew(): Promise<void>;
  release(): Promise<void>;
}

export interface WorkerNumberInput {
  readonly database: Pick<Database, 'query'>;
  readonly clock: { now(): number };
  readonly sleep: (ms: number) => Promise<void>;
  /** Different for every process. */
  readonly holder: string;
  /** The number this replica was told to take, or null for any. */
  readonly given: number | null;
}

/**
 * Leases a number that no other replica has; it makes the ids of this process unique. A given number that a killed
 * process left behind is waited for until its lease ends.
 * @throws StartupProblem when another process goes on using it
 */
export async function leaseWorkerNumber(input: WorkerNumberInput): Promise<WorkerNumber> {
  const { database, clock, sleep, holder, given } = input;
  const take = async (number: number): Promise<boolean> => {
    const now = clock.now();
    const rows = await database.query(TAKE, [number, holder, new Date(now), new Date(now + LEASE_MS)]);
    return rows.length > 0;
  };
  const candidates = given === null ? Array.from({ length: WORKERS }, (_, index) => index) : [given];
  for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
    for (const number of candidates) {
      if (await take(number)) return held(number);
    }
    if (waitedMs > LEASE_MS) throw allInUse(given);
    await sleep(LOOK_AGAIN_MS);
  }

  function held(first: number): WorkerNumber {
    let number = first;
    return {
      get number() {
        return number;
      },
      async renew() {
        if (await take(number)) return;
        if (given !== null) throw new Error(`worker number ${number} was taken by another process`);
        for (const candidate of candidates) {
          if (!(await take(candidate))) continue;
          number = candidate;
          return;
        }
        throw new Error(`worker number ${number} was taken by another process, and no other is free`);
      },
      async release() {
        await database.query(`delete from worker_numbers where number = $1 and holder = $2`, [number, holder]);
      },
    };
  }
}

const COUNT_EVERY_MS = 30_000;

/** About how many servers there are, by the numbers that are held; looked up while somebody asks, and known a moment later. */
export function serverCounter({ database, clock }: Pick<WorkerNumberInput, 'database' | 'clock'>): () => number {
  let [count, countedAtMs] = [1, Number.NEGATIVE_INFINITY];
  return () => {
    const nowMs = clock.now();
    if (Math.abs(nowMs - countedAtMs) < COUNT_EVERY_MS) return count;
    countedAtMs = nowMs;
    void database
      .query<{ held: number }>('select count(*)::integer as held from worker_numbers where lease_until > $1', [
        new Date(nowMs),
      ])
      .then(([row]) => {
        count = Math.max(1, row?.held ?? 1);
      })
      // A database that is away is told elsewhere; the count of before is good enough.
      .catch(() => undefined);
    return count;
  };
}

function allInUse(given: number | null): StartupProblem {
  return given === null
    ? new StartupProblem(
        `${WORKERS} 个副本编号都在使用。All ${WORKERS} worker numbers are in use.`,
        '请先停止一些副本。Stop some replicas first.',
      )
    : new StartupProblem(
        `副本编号 ${given} 正被另一个进程使用。Worker number ${given} is in use by another process.`,
        '请给每个副本不同的 WORKER_NUMBER，或不设置它，由程序自动分配。Give every replica a WORKER_NUMBER of its own, or leave it unset.',
      );
}
