import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { openHttpSocket } from './http-socket.ts';

/** Tenths of a second. */
const PATIENCE = 600;
const LAST_WORDS = 1_500;
const LAST_PATIENCE_MS = 5_000;

const running = new Set<ChildProcess>();

/** A program that listens on a port, ready to answer. */
export async function startChild(
  args: readonly string[],
  environment: Record<string, string>,
  port: number,
  folder?: string,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(folder === undefined ? {} : { cwd: folder }),
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  for (let wait = 0; wait < PATIENCE; wait++) {
    if (child.exitCode !== null) throw new Error(`${args.at(-1)} ended with ${child.exitCode}`);
    const ready = await openHttpSocket(port).then(
      (socket) => {
        socket.close();
        return true;
      },
      () => false,
    );
    if (ready) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  // Left running, it would answer the next measurement on its port.
  await stopChild(child);
  throw new Error(`${args.at(-1)} does not listen on ${port}`);
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/**
 * A program that does one thing and ends.
 * @throws Error with the last it said, when it ends with anything but 0
 */
export async function runChild(
  args: readonly string[],
  environment: Record<string, string>,
  folder: string,
): Promise<void> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folder,
  });
  running.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  running.delete(child);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}\n${said.slice(-LAST_WORDS)}`);
}

/** Whatever was started and has not ended: for a run that ends before it has stopped them itself. Who does not end is ended. */
export async function stopChildren(): Promise<void> {
  const left = [...running];
  const hurry = setTimeout(() => left.forEach((child) => void child.kill('SIGKILL')), LAST_PATIENCE_MS);
  await Promise.all(left.map(stopChild));
  clearTimeout(hurry);
}

/**
 * CPU time of processes in ms (user and system), and of those they began that have ended since: a worker of the database that goes
 * on its own in the meantime is counted with whoever began it. NaN where /proc is not there.
 */
export function cpuMs(pids: readonly number[]): number {
  if (!existsSync('/proc')) return Number.NaN;
  const ticks = pids.flatMap((pid) => statOf(pid).slice(11, 15).map(Number));
  return ticks.reduce((sum, of) => sum + of, 0) * 10;
}

/** A process and those it has begun itself. */
export function withChildren(pid: number): number[] {
  if (!existsSync('/proc')) return [pid];
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  return [pid, ...all.filter((one) => Number(statOf(one)[1]) === pid)];
}

/** Resident memory of a process in MB. NaN where /proc is not there. */
export function residentMb(child: ChildProcess): number {
  const file = `/proc/${child.pid}/status`;
  if (!existsSync(file)) return Number.NaN;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? Number.NaN) / 1024;
}

/** What stands behind the name, from the state on; empty for what is not there. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  } catch {
    return [];
  }
}
