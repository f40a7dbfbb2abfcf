/** Where a clock was set, by the machine's own time at that moment, and how fast it goes from there. */
export interface MovedTime {
  readonly atMs: number;
  readonly machineMs: number;
  /** Milliseconds of it for one of the machine's. */
  readonly speed: number;
}

export interface FollowedClock {
  /** Milliseconds since 1970. */
  now(): number;
  readonly isMoved: () => boolean;
  follow(moved: MovedTime): void;
}

/** The machine's time, until the sandbox's clock is moved: a year is rehearsed with shop and providers at one moment. */
export function createFollowedClock(machine: () => number = Date.now): FollowedClock {
  let moved: MovedTime | null = null;
  return {
    now: () => (moved === null ? machine() : Math.floor(moved.atMs + (machine() - moved.machineMs) * moved.speed)),
    isMoved: () => moved !== null,
    follow(to) {
      moved = to;
    },
  };
}
