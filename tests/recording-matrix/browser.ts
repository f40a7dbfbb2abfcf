import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { ensureChromium } from '../../scripts/find-chromium.mjs';

/** A browser with a disk of its own, which outlives it. */
export interface PhoneBrowser {
  /** Starts it, again with the same disk after it was killed. */
  start(): Promise<BrowserContext>;
  /** As the system does that needs the memory: every process of it, at once. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

const ARGS = [
  ...['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--lang=zh-CN', '--remote-debugging-port=0'],
  ...['--no-first-run', '--no-default-browser-check', '--disable-gpu', '--disable-extensions'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--mute-audio'],
];

export function createPhoneBrowser(): PhoneBrowser {
  const profile = mkdtempSync(join(tmpdir(), 'phone-browser-'));
  let child: ChildProcess | null = null;
  let browser: Browser | null = null;
  let isClosed = false;
  // A run that is told to end in the middle of a cell leaves neither browser nor disk.
  const clear = (): void => {
    if (child?.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', clear);

  async function kill(): Promise<void> {
    const [ending, connection] = [child, browser];
    child = browser = null;
    if (ending?.pid && ending.exitCode === null && ending.signalCode === null) {
      const gone = new Promise((resolve) => ending.once('exit', resolve));
      // Its own group of processes, and nobody else's.
      process.kill(-ending.pid, 'SIGKILL');
      await gone;
    }
    await connection?.close().catch(() => {});
  }

  return {
    async start() {
      if (isClosed) throw new Error('the browser was given up');
      const args = [...ARGS, `--user-data-dir=${profile}`, 'about:blank'];
      const started = spawn(ensureChromium(), args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
      child = started;
      browser = await chromium.connectOverCDP(await addressOf(started));
      const [context] = browser.contexts();
      if (!context) throw new Error('the browser has no window');
      context.setDefaultTimeout(60_000);
      return context;
    },
    kill,
    async close() {
      isClosed = true;
      await kill();
      process.removeListener('exit', clear);
      clear();
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk;
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`the browser ended at its start: ${said.slice(-500)}`)));
  });
}
