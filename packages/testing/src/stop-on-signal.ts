import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Takes everything down when the program is told to end, or whoever started it with a channel is gone, and ends it with 128 + the
 * signal's number, which it says. What fails meanwhile, because the ground is going from under it, is not told; a second signal changes nothing.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let ending = false;
  const end = (signal: (typeof SIGNALS)[number]): void => {
    if (ending) return;
    ending = true;
    process.stderr.write(`\nended early: ${signal}\n`);
    for (const fault of ['uncaughtException', 'unhandledRejection']) process.on(fault, () => {});
    const leave = (code: number) => () => process.exit(code);
    stop().then(leave(128 + constants.signals[signal]), leave(1));
  };
  for (const signal of SIGNALS) process.on(signal, () => end(signal));
  process.once('disconnect', () => end('SIGHUP'));
  // Listening for its end must not keep the program from ending by itself.
  process.channel?.unref();
}
