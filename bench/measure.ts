/** Waits until the piece of that number is due at a pace; answers when it begins. */
export async function due(startedAt: number, piece: number, pacePerSecond: number): Promise<number> {
  const dueInMs = startedAt + (piece * 1000) / pacePerSecond - performance.now();
  if (dueInMs > 0) await new Promise((resolve) => setTimeout(resolve, dueInMs));
  return performance.now();
}

/**
 * Runs `work` from `callers` callers at once for about `durationMs`, `pacePerSecond` pieces of it where that is given;
 * counts finished pieces and their times.
 */
export async function measure(
  callers: number,
  durationMs: number,
  work: (caller: number) => Promise<void>,
  pacePerSecond = Number.POSITIVE_INFINITY,
): Promise<{ perSecond: number; p50Ms: number; p99Ms: number; count: number }> {
  const times: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + durationMs;
  let next = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < until) {
        const from = await due(startedAt, next++, pacePerSecond);
        await work(caller);
        times.push(performance.now() - from);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), count: times.length };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export interface RatioRow {
  readonly name: string;
  readonly value: number;
  readonly goal: string;
  readonly met: boolean;
}

export function printRatios(title: string, rows: readonly RatioRow[], print: (line: string) => void): void {
  print(`\n${title}`);
  const width = Math.max(...rows.map((row) => row.name.length));
  for (const row of rows) {
    print(
      `  ${row.name.padEnd(width)}  ${row.value.toFixed(2).padStart(8)}  goal ${row.goal.padEnd(8)} ${row.met ? 'met' : 'NOT MET'}`,
    );
  }
}
