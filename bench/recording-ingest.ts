import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../apps/server/src/db/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded-postgres.ts';
import { createGroupCommit } from '../apps/server/src/db/group-commit.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { readBatch } from '../apps/server/src/features/recording/batch.ts';
import { createRecordings } from '../apps/server/src/features/recording/index.ts';
import { takeBatch } from '../apps/server/src/features/recording/take-batch.ts';
import { createOrderIds } from '../apps/server/src/security/order-ids.ts';
import { createPublicNumbers } from '../apps/server/src/security/public-numbers.ts';
import { createBlindIndex, createVault } from '../apps/server/src/security/vault.ts';
import { calls } from '../packages/contract/src/index.ts';
import { serverProgram } from '../scripts/prepare.mjs';
import { cpuMs, startChild, stopChild, withChildren } from './child-server.ts';
import { serverEnvironment } from './http-fixture.ts';
import { openHttpSocket } from './http-socket.ts';
import { measure, type RatioRow } from './measure.ts';
import { visits, visitsOnTheWire } from './recording-batches.ts';

/** As many phones at once as are on the way at 2,000 batches a second when each is answered within the goal. */
const PHONES = 64;
/** One for each core. */
const SERVERS = 2;
const GOAL_PER_SECOND = 2_000;
const GOAL_P99_MS = 60;
/** What two cores have for each of so many; unlike the speed it hardly depends on what else the machine does. */
const MOST_CPU_MS = 1;
const MOST_PER_SECOND = 12_000;
const PLAIN = join(import.meta.dirname, 'plain-http-server.ts');

type Measured = Awaited<ReturnType<typeof measure>>;

/** How many batches a second are on the disk and answered for, on this machine's cores, load and database included. */
export async function takeIngest(durationMs: number, print: (line: string) => void): Promise<RatioRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'huimin-ingest-'));
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    log: () => undefined,
    onUnexpectedExit: (why) => print(why),
  });
  try {
    await migrate({ databaseUrl: postgres.url, log: () => undefined });
    const appended = await takeAppends(folder, durationMs);
    const within = await takeWithin(postgres.url, join(folder, 'segments'), durationMs);
    const { bare, real, cpuMsEach } = await takeOverHttp(postgres.url, folder, durationMs);
    const say = (name: string, { perSecond, p50Ms, p99Ms }: Measured) =>
      print(
        `${name}: ${perSecond.toFixed(0)} batches/s, half within ${p50Ms.toFixed(1)} ms, 99 of 100 within ${p99Ms.toFixed(1)} ms`,
      );
    say('appended and flushed, nothing else', appended);
    say('taken, without HTTP', within);
    say('an HTTP handler that does nothing', bare);
    say(`taken over HTTP by ${SERVERS} servers`, real);
    return [
      ...goalRows('without HTTP', within),
      ...goalRows('over HTTP', real),
      {
        name: 'CPU ms a batch of servers and database',
        value: cpuMsEach,
        goal: `<= ${MOST_CPU_MS}`,
        met: cpuMsEach <= MOST_CPU_MS,
      },
      {
        name: 'without HTTP / appended and flushed',
        value: within.perSecond / appended.perSecond,
        goal: '-',
        met: true,
      },
      { name: 'over HTTP / a handler that does nothing', value: real.perSecond / bare.perSecond, goal: '-', met: true },
    ];
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const goalRows = (name: string, { perSecond, p99Ms }: Measured): RatioRow[] => [
  {
    name: `batches/s ${name}`,
    value: perSecond,
    goal: `>= ${GOAL_PER_SECOND}`,
    met: perSecond >= GOAL_PER_SECOND,
  },
  { name: `p99 ms ${name}`, value: p99Ms, goal: `<= ${GOAL_P99_MS}`, met: p99Ms <= GOAL_P99_MS },
];

/** The limit of the disk: the same bytes, one write and one flush for as many as wait. */
async function takeAppends(folder: string, durationMs: number): Promise<Measured> {
  const file = await open(join(folder, 'appended'), 'w');
  const bytes = randomBytes(3_000);
  let waiting: (() => void)[] = [];
  let busy = false;
  const work = async () => {
    busy = true;
    while (waiting.length > 0) {
      const together = waiting;
      waiting = [];
      await file.write(Buffer.concat(together.map(() => bytes)));
      await file.datasync();
      for (const done of together) done();
    }
    busy = false;
  };
  try {
    return await measure(PHONES, durationMs, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      if (!busy) void work();
      return promise;
    });
  } finally {
    await file.close();
  }
}

async function takeWithin(databaseUrl: string, folder: string, durationMs: number): Promise<Measured> {
  const database = openDatabase({ url: databaseUrl });
  const groupCommit = createGroupCommit({ openConnection: database.openWriteConnection });
  const clock = { now: () => Date.now() };
  const random = { bytes: (size: number) => randomBytes(size), below: (below: number) => randomInt(below) };
  const ignored = () => undefined;
  const recordings = await createRecordings({
    ...{ clock, random, database, groupCommit, folder },
    log: { info: ignored, warn: ignored, error: console.error },
    vault: createVault([{ id: 'k1', key: Buffer.alloc(32, 1) }], random.bytes),
    index: createBlindIndex(Buffer.alloc(32, 2)),
    numbers: createPublicNumbers(Buffer.alloc(16, 3)),
    orderIds: createOrderIds(clock, 1),
    evidenceKeys: [{ id: 't1', key: Buffer.alloc(32, 5) }],
    signingSeed: Buffer.alloc(32, 6),
    indexKey: Buffer.alloc(32, 2),
    worker: { number: 1 },
    groupByShard: false,
    measures: { countBatch: ignored, flushed: ignored, folderIsWritable: ignored },
  });
  const next = taker(visits((durationMs / 1000) * MOST_PER_SECOND));
  try {
    return await measure(PHONES, durationMs, async (phone) => {
      const batch = readBatch(next(phone));
      if ('wrong' in batch) throw new Error(batch.wrong);
      const { outcome } = await takeBatch(recordings, batch, { sessionHash: null, user: null });
      if (outcome !== 'stored') throw new Error(outcome);
    });
  } finally {
    await recordings.close();
    await groupCommit.close();
    await database.close();
  }
}

async function takeOverHttp(databaseUrl: string, folder: string, durationMs: number) {
  const port = 3_320;
  const program = serverProgram();
  const path = calls.collect.path;
  const wire = visitsOnTheWire(path, (durationMs / 1000) * MOST_PER_SECOND * 1.25);
  const environment = {
    ...program.env,
    ...serverEnvironment(port, databaseUrl, join(folder, 'evidence')),
    RECORDING_DIR: join(folder, 'http-segments'),
    TRUSTED_PROXIES: '127.0.0.1',
  };
  const fifth = Math.floor(wire.length / 5);
  const ports = Array.from({ length: SERVERS }, (_, index) => port + index);
  const servers: ChildProcess[] = [];
  let real: Measured;
  let cpuMsEach: number;
  const postmaster = Number(
    readFileSync(join(folder, 'postgres', 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
  );
  try {
    for (const own of ports) {
      servers.push(await startChild(program.args, { ...environment, PORT: String(own) }, own));
    }
    await load(ports, wire.slice(0, fifth), durationMs / 5, true);
    const working = [...servers.map(({ pid }) => pid as number), ...withChildren(postmaster)];
    const before = cpuMs(working);
    real = await load(ports, wire.slice(fifth), durationMs, true);
    cpuMsEach = (cpuMs(working) - before) / real.count;
  } finally {
    for (const server of servers) await stopChild(server);
  }
  const barePort = port + SERVERS;
  const body = Buffer.from(JSON.stringify({ code: 200000 })).toString('base64');
  const bareServer = await startChild([PLAIN], { PORT: String(barePort), BODY: body }, barePort);
  try {
    return { real, cpuMsEach, bare: await load([barePort], wire, durationMs / 4, false) };
  } finally {
    await stopChild(bareServer);
  }
}

async function load(
  ports: readonly number[],
  wire: Buffer[][],
  durationMs: number,
  isReal: boolean,
): Promise<Measured> {
  const sockets = await Promise.all(
    Array.from({ length: PHONES }, (_, phone) => openHttpSocket(ports[phone % ports.length] as number)),
  );
  const next = taker(wire, !isReal);
  try {
    return await measure(PHONES, durationMs, async (phone) => {
      const { body } = await (sockets[phone] as (typeof sockets)[number]).send(next(phone));
      if (isReal && !body.includes('"receipt":{')) throw new Error(`answered ${body}`);
    });
  } finally {
    for (const socket of sockets) socket.close();
  }
}

/** Each phone sends one visit after the other. */
function taker<T>(all: readonly (readonly T[])[], repeats = false): (phone: number) => T {
  let nextVisit = 0;
  const going = new Map<number, { visit: readonly T[]; at: number }>();
  return (phone) => {
    let on = going.get(phone);
    if (!on || on.at === on.visit.length) {
      const visit = all[repeats ? nextVisit++ % all.length : nextVisit++];
      if (!visit) throw new Error('the measurement ran out of visits; shorten it');
      on = { visit, at: 0 };
      going.set(phone, on);
    }
    const item = on.visit[on.at] as T;
    on.at += 1;
    return item;
  };
}
