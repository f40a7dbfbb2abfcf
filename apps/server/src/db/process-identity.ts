import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** True while a process with this id exists, whoever owns it. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * A text that tells this process from a later one that got the same id: its start moment.
 * Null when no such process runs (a zombie counts as not running).
 */
export function processIdentity(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The command name stands in brackets and may hold spaces: the fields after the last bracket are fixed.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
    } catch {
      return null;
    }
  }
  const listed = spawnSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const line = listed.stdout?.trim() ?? '';
  return line === '' || line.startsWith('Z') ? null : line.slice(line.indexOf(' ')).trim();
}

/** The command line of a running process, arguments joined by blanks; empty when it cannot be read. */
export function processCommand(pid: number): string {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    } catch {
      return '';
    }
  }
  return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** Sends each signal in turn until the process is gone, waiting `graceMs` after each. Returns whether it is gone. */
export async function endProcess(
  pid: number,
  steps: ReadonlyArray<{ signal: NodeJS.Signals; graceMs: number }>,
): Promise<boolean> {
  for (const { signal, graceMs } of steps) {
    try {
      process.kill(pid, signal);
    } catch {
      return processIdentity(pid) === null;
    }
    const pauseMs = 20;
    for (let waitedMs = 0; waitedMs < graceMs; waitedMs += pauseMs) {
      if (processIdentity(pid) === null) return true;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return processIdentity(pid) === null;
}
