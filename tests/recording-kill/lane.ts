import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keysFromVectors } from '@huimin/sandbox';
import { freshDatabase } from '@huimin/testing';
import { seed } from '../../apps/server/seed/seed.ts';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import { sandboxSettings } from '../../apps/server/src/launch/sandbox-settings.ts';
import { freePort } from '../integration/shop.ts';
import { createDiskLook, type DiskReport } from './look-at-disk.ts';
import { createPhone } from './phone.ts';
import { createFlushedBytes, type Moment } from './power-cut.ts';
import { loadServer, type ServerProcess } from './server-process.ts';

export interface LaneOptions {
  /** The server's program in one file. */
  readonly program: string;
  /** Empty, and on the disk that is meant. */
  readonly folder: string;
  readonly phones: number;
  /** Longest time under load before the kill. */
  readonly mostMs: number;
  /** Whether there shall be one more kill; asked before each. */
  mayKill(): boolean;
  killed(moment: Moment, isPowerCut: boolean): void;
}

export interface LaneReport extends DiskReport {
  readonly acknowledged: number;
  /** Why there were no more kills, where a server did not start again. Must be null. */
  readonly broke: string | null;
}

const LEAST_MS = 5;
/** One of so many kills comes while the server starts, and looks at what the one before left. */
const AT_START = 12;
const START_MS = 400;
/** Of so many others one comes whatever the server has done; the rest once it has answered for a batch, however busy the machine is. */
const UNANSWERED = 4;
const ANSWER_WITHIN_MS = 10_000;
/** Before one of so many kills time passes, files are old, recordings quiet, and are sealed. */
const TIME_PASSES = 4;
const PASSED_MS = 61 * 60_000;
/** One of so many kills takes along what had not been flushed. */
const POWER_CUT = 4;
/** One of so many servers comes back before its lease is over, and so under another number. */
const OTHER_NUMBER = 4;

const key = (size: number, fill: number): string => Buffer.alloc(size, fill).toString('base64');
const oneOf = (count: number): boolean => randomInt(count) === 0;

/** A server with a database, a folder and phones of its own, killed again and again; in the end its disk is looked at. */
export async function runLane(options: LaneOptions): Promise<LaneReport> {
  const database = await freshDatabase();
  const folder = join(options.folder, 'recordings');
  const evidenceDir = join(options.folder, 'evidence');
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const db = openDatabase({ url: database.url, maxConnections: 4 });
  const environment = environmentOf(database.url, port, folder, evidenceDir);
  const load = () => loadServer(options.program, environment);
  const flushed = createFlushedBytes();
  const { wasNeverFlushed } = flushed;
  const disk = createDiskLook({ database: db, folder, evidenceDir, wasNeverFlushed });
  const processes = new Set<ServerProcess>();
  const door = createDoor();
  const answered = createDoor();
  let [broke, aheadMs, starts]: [string | null, number, number] = [null, 0, 0];
  await seed({ database: db, nowMs: Date.now(), demonstration: true });
  const phones = Array.from({ length: options.phones }, (_, number) =>
    createPhone({
      number,
      origin: `http://127.0.0.1:${port}`,
      isUp: door.passed,
      onAcknowledged(batch) {
        disk.acknowledged(batch);
        answered.open();
      },
    }),
  );

  function next(): { process: ServerProcess; given: { aheadMs: number; notes: string } } {
    starts += 1;
    const process = load();
    processes.add(process);
    return { process, given: { aheadMs, notes: join(options.folder, `notes-${starts}`) } };
  }

  /** Resolves once it listens. */
  async function start({ process, given }: ReturnType<typeof next>): Promise<void> {
    if (!oneOf(OTHER_NUMBER)) await db.query(`update worker_numbers set lease_until = 'epoch'`);
    await process.start({ ...given, aheadMs });
    if (processes.has(process)) door.open();
  }

  async function liveUntilKilled(server: ReturnType<typeof next>): Promise<void> {
    if (oneOf(AT_START)) {
      // It ends as it starts, which is what is wanted.
      start(server).catch(() => {});
      await pause(randomInt(LEAST_MS, START_MS));
    } else {
      answered.shut();
      await start(server);
      if (!oneOf(UNANSWERED))
        await Promise.race([answered.passed(), pause(ANSWER_WITHIN_MS, undefined, { ref: false })]);
      await pause(LEAST_MS + randomInt(options.mostMs - LEAST_MS));
      if (oneOf(TIME_PASSES)) {
        aheadMs += PASSED_MS;
        const passing = server.process.pass(PASSED_MS);
        await Promise.race([passing, pause(randomInt(LEAST_MS, options.mostMs))]);
      }
    }
    door.shut();
    processes.delete(server.process);
    await server.process.kill();
    const moment = flushed.read(server.given.notes);
    const isPowerCut = oneOf(POWER_CUT) && flushed.cutPower() > 0;
    await disk.afterKill();
    options.killed(moment, isPowerCut);
  }

  try {
    try {
      let spare = next();
      while (options.mayKill()) {
        const server = spare;
        spare = next();
        await liveUntilKilled(server);
      }
      await start(spare);
      await Promise.all(phones.map((phone) => phone.stop()));
      await spare.process.pass(PASSED_MS);
      await spare.process.close();
    } catch (error) {
      // What was answered for until then is looked at all the same.
      broke = (error as Error).message;
      for (const phone of phones) phone.giveUp();
      door.open();
    }
    for (const process of processes) await process.kill();
    if (disk.count() > 0 && flushed.flushes() === 0) broke ??= 'servers answered for batches and told of no flush';
    return { ...(await disk.inTheEnd()), acknowledged: disk.count(), broke };
  } finally {
    for (const process of processes) await process.kill();
    await db.close();
    await database.drop();
  }
}

/** Whoever waits before it goes on when it is opened, however often it was shut meanwhile. */
function createDoor() {
  let way = Promise.withResolvers<void>();
  let isOpen = false;
  return {
    passed: () => way.promise,
    open() {
      isOpen = true;
      way.resolve();
    },
    shut() {
      if (isOpen) way = Promise.withResolvers();
      isOpen = false;
    },
  };
}

function environmentOf(databaseUrl: string, port: number, folder: string, dataDir: string): Record<string, string> {
  const nowhere = 'http://127.0.0.1:9';
  return {
    NODE_ENV: 'test',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
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
