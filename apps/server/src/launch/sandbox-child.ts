import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Environment } from '../settings.ts';
import { StartupProblem } from '../startup-problem.ts';
import type { MovedTime } from './followed-clock.ts';
import { waitForListener } from './ports.ts';
import { type SandboxKeysFile, sandboxSettings } from './sandbox-settings.ts';

export type SandboxChild = {
  origin: string;
  /** The provider settings that lead to this sandbox. */
  settings: Environment;
  stop(): Promise<void>;
};

const program = join(import.meta.dirname, '..', '..', '..', 'sandbox', 'src', 'main.ts');
/** As an address: a `%` in the path of a folder would be read as one otherwise. */
const endWithParent = pathToFileURL(join(import.meta.dirname, 'end-with-parent.ts')).href;
const readyTimeoutMs = 20_000;

/**
 * Starts the provider sandbox as a program of its own and resolves when it listens.
 * Its keys are made on the first start and kept in `dataDir/sandbox`.
 */
export async function startSandboxChild(input: {
  port: number;
  /** As browsers reach it. */
  origin: string;
  shop: { port: number; publicOrigin: string };
  dataDir: string;
  onUnexpectedExit(): void;
  onClockMoved(moved: MovedTime): void;
}): Promise<SandboxChild> {
  const { origin, shop } = input;
  const stateDir = join(input.dataDir, 'sandbox');
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const keysFile = join(stateDir, 'keys.json');
  const child = spawn(process.execPath, ['--import', endWithParent, program], {
    // Nothing of the shop's secrets goes to it.
    env: {
      PATH: process.env.PATH,
      SANDBOX_PORT: String(input.port),
      SANDBOX_KEYS: keysFile,
      SANDBOX_STATE_DIR: stateDir,
      SANDBOX_ORIGIN: origin,
      // Reachable from the network only when browsers are to find it there.
      SANDBOX_HOST: isLoopback(origin) ? '127.0.0.1' : '0.0.0.0',
      SANDBOX_SHOP_HOSTS: new URL(shop.publicOrigin).host,
      SANDBOX_CTL: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-4_000);
    });
  }
  // Its mail server listens on a free port, which it tells when it stands.
  let smtpPort: number | null = null;
  child.on('message', (told: { smtpPort?: number; clock?: MovedTime }) => {
    smtpPort = told.smtpPort ?? smtpPort;
    if (told.clock) input.onClockMoved(told.clock);
  });
  let stopping = false;
  child.once('exit', () => {
    if (!stopping) input.onUnexpectedExit();
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const listens = await waitForListener(input.port, readyTimeoutMs, isRunning);
  if (listens && smtpPort === null) await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (!listens || smtpPort === null) {
    stopping = true;
    child.kill('SIGKILL');
    throw new StartupProblem(
      `沙箱没有启动成功。The sandbox did not start:\n${output.trim()}`,
      '请看上面的输出；若端口有冲突，可用 SANDBOX_PORT 换一个。See the lines above; SANDBOX_PORT chooses another port.',
    );
  }
  const keys = JSON.parse(readFileSync(keysFile, 'utf8')) as SandboxKeysFile;
  return {
    origin,
    settings: sandboxSettings(keys, { ...input, smtpPort }),
    async stop() {
      stopping = true;
      await endChild(child);
    },
  };
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 3_000);
  await ended;
  clearTimeout(force);
}

function isLoopback(origin: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);
}
