/** Where time comes from: milliseconds since 1970. */
export type ClockSource = { now(): number };

export type ScheduledJob = { cancel(): void };

/** The sandbox's own time. It runs with its source until somebody moves it or changes its speed. */
export type VirtualClock = ClockSource & {
  /** Moves forward by `ms` and runs every job that falls due on the way, in order, each at its own moment. */
  advance(ms: number): Promise<void>;
  /** Moves to `atMs`. Going forward runs the jobs on the way; going back runs nothing. */
  set(atMs: number): Promise<void>;
  /** Sandbox milliseconds per source millisecond: 600 makes 10 minutes pass in one second, 0 stops time. */
  setSpeed(factor: number): void;
  readonly speed: number;
  /** Tells of every jump and change of speed, before anything runs at the new time. */
  onMove(listener: () => void): void;
  /** Runs `job` when the clock reaches `atMs` (at once, but not inside this call, when that is past). */
  schedule(atMs: number, job: () => Promise<void> | void): ScheduledJob;
  /** Resolves when all jobs due by now are done. */
  settle(): Promise<void>;
  /** Drops all jobs. */
  clear(): void;
  /** Drops all jobs, takes no more, and waits for the running ones. */
  stop(): Promise<void>;
};

type Job = { atMs: number; sequence: number; run: () => Promise<void> | void };

/** A source that does not tell when it jumps (a test's clock) is looked at this often. */
const LOOK_EVERY_MS = 250;

/** Builds the sandbox clock over `source`. */
export function createVirtualClock(source: ClockSource): VirtualClock {
  let anchorSourceMs = source.now();
  let anchorVirtualMs = anchorSourceMs;
  let speed = 1;
  let sequence = 0;
  let timer: NodeJS.Timeout | undefined;
  let jobs: Job[] = [];
  let stopped = false;
  const running = new Set<Promise<void>>();
  const listeners: (() => void)[] = [];

  const now = (): number => Math.floor(anchorVirtualMs + (source.now() - anchorSourceMs) * speed);
  const jumpTo = (atMs: number): void => {
    anchorSourceMs = source.now();
    anchorVirtualMs = atMs;
    for (const listener of listeners) listener();
  };

  const takeDue = (limitMs: number): Job | undefined => {
    let best: Job | undefined;
    for (const job of jobs) {
      if (job.atMs > limitMs) continue;
      if (!best || job.atMs < best.atMs || (job.atMs === best.atMs && job.sequence < best.sequence)) best = job;
    }
    if (best) jobs = jobs.filter((job) => job !== best);
    return best;
  };

  const start = (job: Job): Promise<void> => {
    const promise = (async () => job.run())()
      .catch((error: unknown) => {
        process.stderr.write(`sandbox: a scheduled job failed: ${String(error)}\n`);
      })
      .finally(() => running.delete(promise));
    running.add(promise);
    return promise;
  };

  const arm = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (jobs.length === 0) return;
    const nextMs = Math.min(...jobs.map((job) => job.atMs));
    const waitMs = speed > 0 ? (nextMs - now()) / speed : LOOK_EVERY_MS;
    timer = setTimeout(tick, Math.min(Math.max(0, waitMs), LOOK_EVERY_MS));
    timer.unref();
  };

  function tick(): void {
    for (let job = takeDue(now()); job; job = takeDue(now())) void start(job);
    arm();
  }

  const runUntil = async (targetMs: number): Promise<void> => {
    await Promise.all(running);
    for (let job = takeDue(targetMs); job; job = takeDue(targetMs)) {
      if (job.atMs > now()) jumpTo(job.atMs);
      await start(job);
    }
    if (targetMs > now()) jumpTo(targetMs);
    arm();
  };

  const clock: VirtualClock = {
    now,
    get speed() {
      return speed;
    },
    advance: async (ms) => {
      if (!(ms >= 0)) throw new RangeError('advance needs a number of milliseconds that is not negative');
      await runUntil(now() + ms);
    },
    set: async (atMs) => {
      if (atMs < now()) {
        jumpTo(atMs);
        arm();
        return;
      }
      await runUntil(atMs);
    },
    setSpeed: (factor) => {
      if (!(factor >= 0)) throw new RangeError('speed must not be negative');
      const atMs = now();
      speed = factor;
      jumpTo(atMs);
      arm();
    },
    onMove: (listener) => void listeners.push(listener),
    schedule: (atMs, run) => {
      sequence += 1;
      const job: Job = { atMs, sequence, run };
      if (!stopped) jobs.push(job);
      arm();
      return {
        cancel: () => {
          jobs = jobs.filter((other) => other !== job);
        },
      };
    },
    settle: async () => {
      await runUntil(now());
      while (running.size > 0) await Promise.all(running);
    },
    clear: () => {
      jobs = [];
      arm();
    },
    stop: async () => {
      stopped = true;
      jobs = [];
      clearTimeout(timer);
      await Promise.all(running);
    },
  };
  return clock;
}
