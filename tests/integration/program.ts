import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverProgram } from '../../scripts/prepare.mjs';
import { freePort } from './shop.ts';

const root = join(import.meta.dirname, '..', '..');
const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node');
const program = serverProgram();
const READY_WITHIN_MS = 60_000;

/** The server as a program of its own, started as `npm start` starts it. */
export interface Program {
  readonly child: ChildProcess;
  readonly origin: string;
  readonly sandboxOrigin: string;
  /** What it has printed so far, both streams. */
  output(): string;
  /** Its exit code, or the signal's name that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/** A folder for one program's data, and its ports; the same ones for every start. */
export interface Home {
  readonly dataDir: string;
  readonly environment: Readonly<Record<string, string>>;
  remove(): void;
}

export async function makeHome(): Promise<Home> {
  const dataDir = mkdtempSync(join(tmpdir(), 'huimin-program-'));
  return {
    dataDir,
    environment: { DATA_DIR: dataDir, PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** Starts the program with exactly these settings; nothing of the test run's own environment reaches it. */
export function startProgram(environment: Readonly<Record<string, string>>): Program {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env;
  const child = spawn(existsSync(pinnedNode) ? pinnedNode : process.execPath, program.args, {
    cwd: root,
    env: { ...program.env, PATH, HOME, TMPDIR, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk;
    });
  }
  return {
    child,
    origin: `http://localhost:${environment.PORT}`,
    sandboxOrigin: `http://localhost:${environment.SANDBOX_PORT}`,
    output: () => text,
    ended: new Promise((done) => child.once('close', (code, signal) => done(code ?? (signal as NodeJS.Signals)))),
  };
}

/** Resolves when the program can serve, with the milliseconds it took; rejects when it ended instead. */
export async function ready(program: Program): Promise<number> {
  const startedMs = performance.now();
  let ended = false;
  void program.ended.then(() => {
    ended = true;
  });
  while (!ended && performance.now() - startedMs < READY_WITHIN_MS) {
    const answer = await fetch(`${program.origin}/readyz`).catch(() => null);
    if (answer?.status === 200) return performance.now() - startedMs;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`the program did not become ready:\n${program.output()}`);
}

/** Processes that know of the data folder: by their arguments or their environment. Empty where there is no /proc. */
export function processesOf(home: Home): string[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const known =
        command.includes(home.dataDir) || readFileSync(`/proc/${pid}/environ`, 'utf8').includes(home.dataDir);
      return known ? [`${pid} ${command}`] : [];
    } catch {
      // Ended just now, or another account's.
      return [];
    }
  });
}
