import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { isProcessAlive, processIdentity } from './process-identity.ts';

let dataDir: string;
let running: EmbeddedPostgres | null;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-postgres-'));
  running = null;
});
afterEach(async () => {
  await running?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 30_000);

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const postmasterPid = () => Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

async function gone(pid: number): Promise<void> {
  while (processIdentity(pid) !== null) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Another process that starts PostgreSQL on the same data folder and is then killed without warning. */
async function startedByAnotherProcess(): Promise<{ child: ChildProcess; url: string }> {
  const module = JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'));
  const script = `const { startEmbeddedPostgres } = await import(${module});
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    process.stdout.write(url); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((done) => child.stdout?.once('data', (chunk) => done(String(chunk))));
  return { child, url };
}

async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await gone(pid);
}

test('what was stored is there after a stop and a start, durably and on this machine only', async () => {
  running = await startEmbeddedPostgres({ dataDir });
  await query(running.url, 'CREATE TABLE kept AS SELECT 7 AS value');
  await running.stop();
  running = await startEmbeddedPostgres({ dataDir });
  expect(await query(running.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }]);
  const [settings] = await query(
    running.url,
    `SELECT current_setting('fsync') AS fsync, current_setting('listen_addresses') AS host,
            current_setting('server_encoding') AS encoding, current_setting('server_version_num')::int / 10000 AS major`,
  );
  expect(settings).toEqual({ fsync: 'on', host: '127.0.0.1', encoding: 'UTF8', major: 18 });
}, 60_000);

test('the password is needed and readable by the owner only', async () => {
  running = await startEmbeddedPostgres({ dataDir });
  const wrong = new URL(running.url);
  wrong.password = 'guess';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
  expect(statSync(join(dataDir, 'postgres-access.json')).mode & 0o777).toBe(0o600);
}, 60_000);

test('a PostgreSQL whose program was killed is ended and its committed data kept', async () => {
  const { child, url } = await startedByAnotherProcess();
  await query(url, 'CREATE TABLE kept AS SELECT 7 AS value');
  const orphan = postmasterPid();
  await kill(child.pid as number);
  expect(isProcessAlive(orphan)).toBe(true);
  running = await startEmbeddedPostgres({ dataDir });
  expect(processIdentity(orphan)).toBeNull();
  expect(await query(running.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }]);
}, 60_000);

test('after PostgreSQL and its program were both killed the next start recovers', async () => {
  const { child, url } = await startedByAnotherProcess();
  await query(url, 'CREATE TABLE kept AS SELECT 7 AS value');
  const postmaster = postmasterPid();
  await kill(child.pid as number);
  await kill(postmaster);
  running = await startEmbeddedPostgres({ dataDir });
  expect(await query(running.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }]);
}, 60_000);

test('a left-over process id that now belongs to someone else is not mistaken for PostgreSQL', async () => {
  const { child } = await startedByAnotherProcess();
  const postmaster = postmasterPid();
  await kill(child.pid as number);
  await kill(postmaster);
  const bystander = spawn('sleep', ['60']);
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(bystander.pid)));
  try {
    running = await startEmbeddedPostgres({ dataDir });
    expect(await query(running.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(isProcessAlive(bystander.pid as number)).toBe(true);
  } finally {
    bystander.kill();
  }
}, 60_000);

test('a second program on the same data folder is refused while the first one runs', async () => {
  running = await startEmbeddedPostgres({ dataDir });
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/in use by a running instance/);
  expect(await query(running.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
}, 60_000);

test('an interrupted first start leaves nothing that hinders the next', async () => {
  const making = join(dataDir, 'postgres.making');
  running = await startEmbeddedPostgres({ dataDir });
  await running.stop();
  rmSync(join(dataDir, 'postgres'), { recursive: true });
  writeFileSync(making, 'half a cluster');
  running = await startEmbeddedPostgres({ dataDir });
  expect(await query(running.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
}, 60_000);
