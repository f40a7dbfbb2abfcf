import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FreshDatabase, freshDatabase } from '@huimin/testing';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { processIdentity } from '../db/process-identity.ts';
import { checkDatabase } from './check-database.ts';
import { createFollowedClock } from './followed-clock.ts';
import { launch, type Running } from './launch.ts';
import { requireFreePort } from './ports.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** A port that is free now. */
async function somePort(): Promise<number> {
  const server = await listening();
  const { port } = server;
  await server.close();
  return port;
}

async function listening(): Promise<{ port: number; close(): Promise<void> }> {
  const server: Server = createServer();
  await new Promise<void>((done) => server.listen(0, done));
  const { port } = server.address() as { port: number };
  return { port, close: () => new Promise((done) => server.close(() => done())) };
}

describe('the given PostgreSQL', () => {
  const changed = (change: (url: URL) => void) => {
    const url = new URL(database.url);
    change(url);
    return checkDatabase(url.href);
  };

  test('that works is accepted', async () => {
    await expect(checkDatabase(database.url)).resolves.toBeUndefined();
  });
  test('refuses the login: user and password are named as the cause', async () => {
    const attempt = changed((url) => {
      url.password = 'wr0ng-word';
    });
    await expect(attempt).rejects.toThrow(/Check user and password in DATABASE_URL/);
    await expect(attempt).rejects.not.toThrow(/wr0ng-word/);
  });
  test('has no such database: how to make it is said', async () => {
    const attempt = changed((url) => {
      url.pathname = '/nowhere';
    });
    await expect(attempt).rejects.toThrow(/CREATE DATABASE "nowhere"/);
  });
  test('does not run: the place is said', async () => {
    const port = await somePort();
    const attempt = changed((url) => {
      url.port = String(port);
    });
    await expect(attempt).rejects.toThrow(`127.0.0.1:${port} cannot be reached`);
  });
});

test('a busy port is named together with the way to choose another', async () => {
  const taken = await listening();
  await expect(requireFreePort(taken.port, 'PORT')).rejects.toThrow(
    new RegExp(`Port ${taken.port} is already in use[\\s\\S]*PORT=${taken.port + 10} npm start`),
  );
  await taken.close();
}, 20_000);

test('a port whose holder is just leaving is waited for', async () => {
  const taken = await listening();
  setTimeout(() => void taken.close(), 300);
  await expect(requireFreePort(taken.port, 'PORT')).resolves.toBeUndefined();
}, 20_000);

describe('the whole start', () => {
  let dataDir: string;
  const clock = createFollowedClock();
  let running: Running | null;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'launch-'));
    running = null;
  });
  afterEach(async () => {
    await running?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }, 60_000);

  async function start(environment: Record<string, string>, events: string[] = []): Promise<string[]> {
    running = await launch({
      environment: { DATA_DIR: dataDir, ...environment },
      createDependencies: ({ databaseUrl }) => {
        events.push('dependencies');
        return { databaseUrl };
      },
      seed: async () => void events.push('seed'),
      buildServer: async () => {
        const fastify = Fastify();
        fastify.get('/', () => 'open');
        events.push('server');
        return {
          fastify,
          prepare: async () => void events.push('prepare'),
          startJobs: () => void events.push('jobs'),
          leave: () => void events.push('leaving'),
          close: async () => {
            events.push('closed');
            await fastify.close();
          },
        };
      },
      onClockMoved: clock.follow,
      print: (text) => void events.push(text),
      onFatal: (reason) => void events.push(reason),
    });
    return events;
  }

  test('goes in order, answers, prints the addresses, and frees everything again', async () => {
    const [port, sandboxPort] = [await somePort(), await somePort()];
    const environment = { PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATABASE_URL: database.url };
    const events = await start(environment);
    expect(events.filter((event) => /^\w+$/.test(event))).toEqual([
      'dependencies',
      'seed',
      'server',
      'prepare',
      'jobs',
    ]);
    expect(await (await fetch(`http://localhost:${port}/`)).text()).toBe('open');
    expect((await fetch(`http://localhost:${sandboxPort}/phone`)).status).toBe(200);
    const printed = events.join('\n');
    expect(printed).toContain(`http://localhost:${port}/`);
    expect(printed).toContain(`http://localhost:${sandboxPort}/phone`);
    expect(printed).not.toContain(new URL(database.url).password);
    expect(running?.settings.wxpayBase).toBe(`http://127.0.0.1:${sandboxPort}`);

    // A year is rehearsed on the sandbox's clock: the shop goes by it as well, at its speed.
    expect(clock.isMoved()).toBe(false);
    const set = (body: object) =>
      fetch(`http://localhost:${sandboxPort}/_ctl/clock`, { method: 'POST', body: JSON.stringify(body) });
    await set({ set: '2028-01-01T00:00:00+08:00' });
    const firstDayMs = Date.parse('2028-01-01T00:00:00+08:00');
    await expect.poll(() => clock.now()).toBeGreaterThanOrEqual(firstDayMs);
    expect(clock.now()).toBeLessThan(firstDayMs + 60_000);
    await set({ speed: 86_400 });
    await expect.poll(() => clock.now()).toBeGreaterThan(firstDayMs + 5 * 86_400_000);

    await running?.stop();
    expect(events.at(-1)).toBe('closed');
    await requireFreePort(port, 'PORT');
    await requireFreePort(sandboxPort, 'SANDBOX_PORT');
  }, 60_000);

  test('a start that fails half-way stops what it had started', async () => {
    const [port, sandboxPort] = [await somePort(), await somePort()];
    const wrong = new URL(database.url);
    wrong.pathname = '/nowhere';
    const attempt = start({ PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATABASE_URL: wrong.href });
    await expect(attempt).rejects.toThrow(/no database nowhere/);
    await requireFreePort(sandboxPort, 'SANDBOX_PORT');
  }, 60_000);

  test('a data folder that cannot be used is named', async () => {
    const file = join(dataDir, 'a-file');
    writeFileSync(file, '');
    const attempt = start({
      PORT: String(await somePort()),
      SANDBOX_PORT: String(await somePort()),
      DATA_DIR: join(file, 'data'),
    });
    await expect(attempt).rejects.toThrow(/The data folder cannot be read and written[\s\S]*DATA_DIR/);
  }, 60_000);

  test('in production a missing setting is refused before anything is started', async () => {
    const events: string[] = [];
    const attempt = start({ NODE_ENV: 'production', DATABASE_URL: database.url }, events);
    await expect(attempt).rejects.toThrow(/PUBLIC_ORIGIN is missing/);
    expect(events).toEqual([]);
  });
});

test('a child of a killed program ends by itself', async () => {
  const preload = join(import.meta.dirname, 'end-with-parent.ts');
  const script = `const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['--import', ${JSON.stringify(preload)}, '-e', 'setInterval(() => {}, 1000)'],
      { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], detached: true });
    process.stdout.write(String(child.pid)); setInterval(() => {}, 1000);`;
  const parent: ChildProcess = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  const childPid = Number(
    await new Promise<string>((done) => parent.stdout?.once('data', (text) => done(String(text)))),
  );
  expect(processIdentity(childPid)).not.toBeNull();
  parent.kill('SIGKILL');
  while (processIdentity(childPid) !== null) await new Promise((resolve) => setTimeout(resolve, 20));
}, 30_000);
