import type { Rows } from './rows.ts';

/** Says among the tabs of one browser whose rows are whose. */
export interface Locks {
  /** Keeps a name until the answer is called, or the page is gone. */
  hold(name: string): () => void;
  /** Runs while nobody else has the name, and keeps it that long. False when somebody has it. */
  ifFree(name: string, run: () => Promise<void>): Promise<boolean>;
}

type BrowserLocks = Pick<LockManager, 'request'>;

/** By the browser's own locks: a page that is killed or closed has none any more. */
export function browserLocks(locks: BrowserLocks): Locks {
  return {
    hold(name) {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      locks.request(name, () => held).catch(() => {});
      return () => release();
    },
    async ifFree(name, run) {
      let free = false;
      await locks.request(name, { ifAvailable: true }, async (lock) => {
        free = lock !== null;
        if (free) await run();
      });
      return free;
    },
  };
}

/** A page in the background is let run once a minute. */
const LEASE_MS = 150_000;
const RENEW_MS = 40_000;

interface LeaseParts {
  rows: Rows;
  /** Name of the row that holds a name's lease. */
  rowOf: (name: string) => string;
  timers: { set(run: () => void, delayMs: number): unknown; clear(id: unknown): void };
  now: () => number;
  /** Tells this page from the others. */
  owner: string;
}

/** By rows that say until when, where the browser has no locks (iOS before 15.4). */
export function leaseLocks({ rows, rowOf, timers, now, owner }: LeaseParts): Locks {
  const take = (name: string) =>
    rows.swap(rowOf(name), (before) => {
      const [by, until] = (before ?? ' 0').split(' ') as [string, string];
      return by === owner || Number(until) < now() ? `${owner} ${now() + LEASE_MS}` : null;
    });
  function hold(name: string): () => void {
    let timer: unknown;
    const renew = () => {
      timer = timers.set(renew, RENEW_MS);
      take(name).catch(() => {});
    };
    renew();
    return () => {
      timers.clear(timer);
      rows.change([], [rowOf(name)]).catch(() => {});
    };
  }
  return {
    hold,
    async ifFree(name, run) {
      if (!(await take(name))) return false;
      const release = hold(name);
      await run().then(release, release);
      return true;
    },
  };
}
