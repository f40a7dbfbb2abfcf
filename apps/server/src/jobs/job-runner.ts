import type { Log } from '../ports/outside.ts';
import type { Job } from './job.ts';
import type { JobDiary } from './job-diary.ts';

export interface JobRunner {
  start(): void;
  /** Runs a job soon instead of at its next turn. */
  wake(name: string): void;
  /** Lets the rounds under way finish; starts none after. */
  stop(): Promise<void>;
}

/** Runs each job again and again, never twice at once. A failing round is logged and tried at the next turn. */
export function createJobRunner(jobs: readonly Job[], log: Log, diary: JobDiary, now: () => number): JobRunner {
  const running = new Map<string, Promise<void>>();
  const timers = new Map<string, NodeJS.Timeout>();
  const again = new Set<string>();
  let stopped = true;

  /** Answers how long to rest after it. */
  async function round(job: Job): Promise<number> {
    const startedMs = now();
    const beganAt = performance.now();
    let done = 0;
    let failure: string | null = null;
    try {
      for (let pieces = await job.run(); pieces > 0; pieces = await job.run()) {
        done += pieces;
        if (stopped) break;
        again.delete(job.name);
      }
    } catch (error) {
      failure = (error as Error).message;
      log.error({ job: job.name, error: failure }, 'job failed');
    }
    const sharedMs = job.mostShare ? (performance.now() - beganAt) * (1 / job.mostShare - 1) : 0;
    const everyMs = Math.max(job.everyMs, Math.round(sharedMs));
    diary.ended({ ...job, everyMs }, startedMs, done, failure);
    return everyMs;
  }

  function turn(job: Job): void {
    if (stopped || running.has(job.name)) {
      again.add(job.name);
      return;
    }
    clearTimeout(timers.get(job.name));
    again.delete(job.name);
    running.set(
      job.name,
      round(job).then((restMs) => {
        running.delete(job.name);
        if (stopped) return;
        const waitMs = again.has(job.name) ? 0 : restMs;
        timers.set(job.name, setTimeout(turn, waitMs, job).unref());
      }),
    );
  }

  return {
    start() {
      stopped = false;
      for (const job of jobs) turn(job);
    },
    wake(name) {
      const job = jobs.find((entry) => entry.name === name);
      if (job) turn(job);
    },
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
