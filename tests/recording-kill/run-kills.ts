import { type ChildProcess, fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDamage } from '@huimin/evidence/bytes';
import { readChunk } from '@huimin/evidence/chunk';
import { keysFromVectors } from '@huimin/sandbox';
import { freshDatabase, sweepFolders, throwAwayFolder } from '@huimin/testing';
import { seed } from '../../apps/server/seed/seed.ts';
import { type Database, openDatabase } from '../../apps/server/src/db/database.ts';
import {
  type ChunkRow,
  chunksOfRecording,
  readChunks,
  reindex,
} from '../../apps/server/src/features/recording/index.ts';
import { sandboxSettings } from '../../apps/server/src/launch/sandbox-settings.ts';
import { freePort } from '../integration/shop.ts';
import { type Acknowledged, createPhone } from './phone.ts';

export interface KillReport {
  readonly kills: number;
  readonly acknowledged: number;
  /** Acknowledged batches that are not on the disk as they were sent. Must be none. */
  readonly lost: number;
  /** Chunks on the disk that had not reached the index when the server was killed. */
  readonly notYetIndexed: number;
  /** Frames that are there and are not whole. Must be none. */
  readonly damaged: number;
  /** Whether the index made again from the files is the one that was there. */
  readonly sameIndex: boolean;
  /** Why there were no more kills, where a server did not start again. Must be null. */
  readonly broke: string | null;
}

export interface KillOptions {
  readonly kills: number;
  readonly phones?: number;
  /** Whether to end and look at the disk, though there were fewer kills. */
  isOver?(): boolean;
  /** Longest time under load before the kill. */
  readonly mostMs?: number;
  progress?(done: number): void;
}

const FOLDERS = 'recording-kill-';

const key = (size: number, fill: number): string => Buffer.alloc(size, fill).toString('base64');

/** Kills a real server under load, again and again, and then looks whether everything it answered for is there. */
export async function runKills(options: KillOptions): Promise<KillReport> {
  const database = await freshDatabase();
  await sweepFolders(FOLDERS, async () => {});
  const own = throwAwayFolder(FOLDERS);
  const remove = () => rmSync(own, { recursive: true, force: true });
  process.once('exit', remove);
  const folder = join(own, 'recordings');
  mkdirSync(folder);
  const port = await freePort();
  const db = openDatabase({ url: database.url, maxConnections: 4 });
  let [child, spare]: (ChildProcess | null)[] = [null, null];
  try {
    await seed({ database: db, nowMs: Date.now(), demonstration: true });
    const environment = environmentOf(database.url, port, folder);
    const phones = Array.from({ length: options.phones ?? 12 }, (_, index) =>
      createPhone(index, `http://127.0.0.1:${port}`),
    );
    let kills = 0;
    let broke: string | null = null;
    try {
      spare = loadServer(environment);
      while (kills < options.kills && !options.isOver?.()) {
        child = spare;
        await startServer(child);
        spare = loadServer(environment);
        await pause(randomInt(20, options.mostMs ?? 400));
        await end(child, 'SIGKILL');
        kills += 1;
        options.progress?.(kills);
      }
      child = spare;
      spare = null;
      await startServer(child);
      await Promise.all(phones.map((phone) => phone.stop()));
      await end(child, 'SIGTERM');
    } catch (error) {
      // What was answered for until then is looked at all the same.
      broke = (error as Error).message;
      for (const phone of phones) phone.giveUp();
    }
    for (const one of [child, spare]) if (one) await end(one, 'SIGKILL');
    const acknowledged = phones.flatMap((phone) => phone.acknowledged);
    return { ...(await lookAt(db, folder, kills, acknowledged)), broke };
  } finally {
    for (const one of [child, spare]) if (one) await end(one, 'SIGKILL');
    await db.close();
    await database.drop();
    remove();
    process.removeListener('exit', remove);
  }
}

function environmentOf(databaseUrl: string, port: number, folder: string): Record<string, string> {
  const nowhere = 'http://127.0.0.1:9';
  return {
    NODE_ENV: 'test',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    DATA_KEYS: `t1:${key(32, 1)}`,
    INDEX_KEY: key(32, 2),
    NUMBER_KEY: key(16, 3),
    PAPER_KEY: key(16, 4),
    EVIDENCE_KEY: `t1:${key(32, 5)}`,
    EVIDENCE_SIGNING_KEY: key(32, 6),
    RECORDING_DIR: folder,
    ...sandboxSettings(keysFromVectors(), { origin: nowhere, port: 9, smtpPort: 9, shop: { port } }),
  };
}

/** Loading takes most of a start: it is done while the server before is under load. */
function loadServer(environment: Record<string, string>): ChildProcess {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env;
  return fork(join(import.meta.dirname, 'server.ts'), [], {
    // What was compiled once starts at once a thousand times.
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: join(tmpdir(), 'huimin-recording-kill'), ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    // Ctrl-C is for the program, which looks at the disk before it ends. A server goes with whoever started it.
    detached: true,
  });
}

/** Resolves when it takes batches. What it is told before it listens waits for it. */
async function startServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error(`the server ended as it was loaded: ${child.exitCode}`);
  child.send('start');
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code, signal) => reject(new Error(`the server ended at its start: ${code ?? signal}`)));
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

async function lookAt(
  db: Database,
  folder: string,
  kills: number,
  acknowledged: readonly Acknowledged[],
): Promise<Omit<KillReport, 'broke'>> {
  let lost = 0;
  for (const trace of new Set(acknowledged.map((one) => one.trace))) {
    const rows = new Map((await chunksOfRecording(db.query, trace)).map((row) => [row.sha256.toString('hex'), row]));
    for (const one of acknowledged) {
      if (one.trace === trace && !(await isThere(folder, rows.get(one.chunk), one))) lost += 1;
    }
  }
  const input = { folder, database: db, groupByShard: false, sealed: nothingSealed() };
  const first = await reindex(input);
  const before = await indexOf(db);
  await db.query('delete from recording_chunks');
  const second = await reindex({ ...input, sealed: nothingSealed() });
  const after = await indexOf(db);
  return {
    ...{ kills, acknowledged: acknowledged.length, lost: lost + first.missing, notYetIndexed: first.added },
    damaged: first.damaged.filter(({ damage }) => !/does not begin|not canonical/.test(damage.damage)).length,
    sameIndex: before === after && second.missing === 0,
  };
}

async function isThere(folder: string, row: ChunkRow | undefined, { dataSha256 }: Acknowledged): Promise<boolean> {
  if (!row) return false;
  const [bytes] = await readChunks({ folder }, [row]).catch(() => []);
  const chunk = bytes && readChunk(bytes);
  return chunk !== undefined && !isDamage(chunk) && chunk.header.dataSha256 === dataSha256;
}

/** Everything but how chunks stand that were stored twice: which of the two came first is not written in the files. */
async function indexOf({ query }: Database): Promise<string> {
  const rows = await query<{ row: string }>(
    `select (to_jsonb(c) - 'standing' - 'addendum')::text as row from recording_chunks c order by segment, frame`,
  );
  return rows.map(({ row }) => row).join('\n');
}

async function* nothingSealed(): AsyncGenerator<never> {}
