import { StartupProblem } from '../startup-problem.ts';
import type { Running } from './launch.ts';

const stopTimeoutMs = 45_000;

/**
 * The life of a program: start, run until a signal or the end of the parent, stop cleanly once.
 * Exit code 0 after a wanted stop, 1 after a problem. SIGTERM comes from whoever runs many: then others are given the time to
 * take over. A person's Ctrl-C, also one that follows, waits for nobody.
 */
export async function runUntilStopped(start: (onFatal: (reason: string) => void) => Promise<Running>): Promise<void> {
  let stopping = false;
  let starting: Promise<Running> | null = null;

  const hurry = new AbortController();
  const end = (exitCode: number, unhurried = false) => {
    if (!unhurried) hurry.abort();
    // A terminal, npm and the start script each hand on the same Ctrl-C.
    if (stopping) return;
    stopping = true;
    const stopped = (async () => {
      const running = await starting;
      if (unhurried) await running?.leave(hurry.signal);
      setTimeout(() => process.exit(1), stopTimeoutMs).unref();
      await running?.stop();
    })();
    stopped.then(
      () => process.exit(exitCode),
      (error) => {
        report(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(0));
  process.on('SIGTERM', () => end(0, true));
  process.on('disconnect', () => end(0));

  starting = start((reason) => {
    if (!stopping) console.error(`\n✗ ${reason}`);
    end(1);
  });
  try {
    await starting;
  } catch (error) {
    report(error);
    process.exit(1);
  }
}

function report(error: unknown): void {
  if (error instanceof StartupProblem) console.error(`\n✗ ${error.what}\n\n→ ${error.remedy}\n`);
  else console.error(error);
}
