import { type ChildProcess, fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverProgram } from '../../scripts/prepare.mjs';
import type { Told } from './server.ts';

/** One server, from its loading to its end. */
export interface ServerProcess {
  /** Resolves when it takes batches. What it is told before it listens waits for it. */
  start(given: { readonly aheadMs: number; readonly notes: string }): Promise<void>;
  /** Time goes by for it, and it does what is due then; resolves when that is done or it is not there any more. */
  pass(ms: number): Promise<void>;
  /** All its processes, at once. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** Loading takes most of a start: it is done while the server before is under load. */
export function loadServer(file: string, environment: Readonly<Record<string, string>>): ServerProcess {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env;
  const { args, env } = serverProgram();
  const child: ChildProcess = fork(file, [], {
    // What was compiled once starts at once a thousand times.
    env: { ...env, PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: join(TMPDIR, 'huimin-recording-kill'), ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: args.slice(0, -1),
    // A group of its own: what it starts goes with it, and Ctrl-C is for the program, which looks at the disk before it ends.
    detached: true,
  });
  const gone = new Promise<string>((resolve) => child.once('exit', (code, signal) => resolve(String(code ?? signal))));
  // Killed while something was being said to it.
  child.on('error', () => {});
  const isGone = () => child.exitCode !== null || child.signalCode !== null;
  const says = (word: string) =>
    new Promise<void>((resolve) => child.on('message', (message) => message === word && resolve()));
  const tell = (told: Told) => void (child.connected && child.send(told, () => {}));

  return {
    async start(given) {
      const ready = says('ready');
      tell({ start: given });
      const end = gone.then((how) => Promise.reject(new Error(`the server ended at its start: ${how}`)));
      await Promise.race([ready, end]);
      end.catch(() => {});
    },
    async pass(ms) {
      const worked = says('worked');
      tell({ passedMs: ms });
      await Promise.race([worked, gone]);
    },
    async kill() {
      if (!isGone() && child.pid) process.kill(-child.pid, 'SIGKILL');
      await gone;
    },
    async close() {
      if (!isGone()) child.kill('SIGTERM');
      await gone;
    },
  };
}
