// npm run bench:peers [-- --only vendure|medusa --rounds N --ms N]: paid orders of ours beside those of servers that others would take.
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded-postgres.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { stopOnSignal } from '../packages/testing/src/stop-on-signal.ts';
import { freePort } from '../tests/integration/shop.ts';
import { cpuMs, residentMb, stopChild, stopChildren, withChildren } from './child-server.ts';
import { takeHttp } from './http.ts';
import { measure, median, printRatios } from './measure.ts';
import type { Peer, RunningPeer } from './peer.ts';
import { installPeer } from './peer-install.ts';
import { medusa } from './peer-medusa.ts';
import { vendure } from './peer-vendure.ts';

/**
 * Each peer is started as one process over the same PostgreSQL as ours, in a database of its own, and sells over HTTP to as
 * many callers as it does best with; then it and our server are driven in turns. Options: --only NAME, --rounds N (3),
 * --ms N (10,000: how long a peer sells in each round).
 */
const PEERS: readonly Peer[] = [vendure, medusa];
const CALLERS = [1, 8, 32];
const OURS = { callers: 64, durationMs: 3_000 };
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    ms: { type: 'string', default: '10000' },
  },
});
const [rounds, durationMs] = [Number(options.rounds), Number(options.ms)];
const chosen = PEERS.filter((peer) => options.only === undefined || peer.name === options.only);
if (chosen.length === 0 || !(rounds >= 1) || !(durationMs >= 1_000)) {
  console.error(
    `npm run bench:peers -- [--only ${PEERS.map(({ name }) => name).join('|')}] [--rounds N] [--ms N]\n\nms: 1000 or more`,
  );
  process.exit(2);
}
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const load = (): string =>
  loadavg()
    .map((of) => of.toFixed(1))
    .join(' ');

const endings: (() => unknown)[] = [];
let ended: Promise<void> | null = null;
/** Last begun, first ended; once, whichever of Ctrl-C and the end comes first, and both wait for it. */
function endAll(): Promise<void> {
  ended ??= (async () => {
    for (let end = endings.pop(); end; end = endings.pop()) await end();
  })();
  return ended;
}
let isEnding = false;
stopOnSignal(() => {
  isEnding = true;
  return endAll();
});
try {
  const folders = new Map<Peer, string>();
  for (const peer of chosen) {
    folders.set(peer, await installPeer(peer.name, peer.packages, print, (end) => endings.push(end)));
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'huimin-bench-peers-'));
  endings.push(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, onUnexpectedExit: print });
  endings.push(() => postgres.stop());
  await migrate({ databaseUrl: postgres.url, log: () => {} });
  endings.push(stopChildren);
  let ownRound = 0;
  const takeOwn = (): ReturnType<typeof takeHttp> =>
    takeHttp({ databaseUrl: postgres.url, evidenceDir: join(dataDir, 'evidence'), ...OURS, round: ownRound++ });
  for (const peer of chosen) await compare(peer, String(folders.get(peer)), postgres.url, takeOwn);
} catch (error) {
  process.exitCode = 1;
  if (!isEnding) console.error(`\n${error instanceof Error ? error.message : error}`);
} finally {
  await endAll();
}

async function compare(
  peer: Peer,
  folder: string,
  clusterUrl: string,
  takeOwn: () => ReturnType<typeof takeHttp>,
): Promise<void> {
  const version = Object.values(peer.packages)[0];
  const title = `${peer.name[0]?.toUpperCase()}${peer.name.slice(1)} ${version}`;
  print(`\n${title}: starting over a database of its own (load ${load()})`);
  await once(clusterUrl, `create database ${peer.name}`);
  const databaseUrl = Object.assign(new URL(clusterUrl), { pathname: `/${peer.name}` }).href;
  const running = await peer.start({ folder, databaseUrl, port: await freePort() });
  await lookAtOne(running, databaseUrl, title);
  const buyers = await Promise.all(
    Array.from({ length: Math.max(...CALLERS) }, (_, caller) => running.openCaller(caller)),
  );
  const sell = (callers: number): ReturnType<typeof takePeer> =>
    takePeer(running, buyers.slice(0, callers), databaseUrl);
  // Compiled and planned as one that has sold for a while, before anything is compared.
  await sell(Math.min(8, Math.max(...CALLERS)));
  const tried: { callers: number; perSecond: number }[] = [];
  for (const callers of CALLERS) {
    const { perSecond, cpuMsEach } = await sell(callers);
    tried.push({ callers, perSecond });
    print(
      `  ${callers} callers: ${perSecond.toFixed(2)} paid orders/s, ${cpuMsEach.toFixed(0)} ms CPU each (load ${load()})`,
    );
  }
  const best = tried.reduce((a, b) => (b.perSecond > a.perSecond ? b : a));
  const turns: { orders: number; cpu: number; ownOrders: number; ownCpu: number; ownCpuWithAll: number }[] = [];
  for (let round = 1; round <= rounds; round++) {
    const theirs = await sell(best.callers);
    const own = await takeOwn();
    turns.push({
      orders: theirs.perSecond,
      cpu: theirs.cpuMsEach,
      ownOrders: own.purchasesPerSecond,
      ownCpu: own.cpuMsPerPurchase,
      ownCpuWithAll: own.cpuMsWithFollowUps,
    });
    print(
      `round ${round}: ${title} ${theirs.perSecond.toFixed(2)} paid orders/s at ${best.callers} callers, p99 ${theirs.p99Ms.toFixed(0)} ms, ${theirs.cpuMsEach.toFixed(1)} ms CPU each, ` +
        `${theirs.rssMb.toFixed(0)} MB; ours ${own.purchasesPerSecond.toFixed(0)} at ${OURS.callers}, ${own.cpuMsPerPurchase.toFixed(2)} ms, ${own.rssMb.toFixed(0)} MB (load ${load()})`,
    );
  }
  await stopChild(running.server);
  const of = (value: (turn: (typeof turns)[number]) => number): number => median(turns.map(value));
  const timesItsOrders = of((turn) => turn.ownOrders / turn.orders);
  const partOfItsCpu = of((turn) => turn.cpu / turn.ownCpu);
  const { goals } = peer;
  printRatios(
    `Beside ${title}, one server process each, over HTTP`,
    [
      {
        name: 'paid orders/s, ours / its',
        value: timesItsOrders,
        goal: `>= ${goals.timesItsOrders}`,
        met: timesItsOrders >= goals.timesItsOrders,
      },
      {
        name: 'CPU of the server an order, its / ours',
        value: partOfItsCpu,
        goal: `>= ${goals.partOfItsCpu}`,
        met: partOfItsCpu >= goals.partOfItsCpu,
      },
    ],
    print,
  );
  print(
    `CPU an order, its / ours with all that follows a purchase of ours: ${of((turn) => turn.cpu / turn.ownCpuWithAll).toFixed(0)}`,
  );
}

/** Before anything is counted: one order, in the words of its own database. */
async function lookAtOne(running: RunningPeer, databaseUrl: string, title: string): Promise<void> {
  const buy = await running.openCaller(CALLERS.length + Math.max(...CALLERS));
  const no = await buy();
  const [row] = await once<Record<string, unknown>>(databaseUrl, running.orderSql, [no]);
  if (!row || (await countPaid(running, databaseUrl)) !== 1)
    throw new Error(`${title}: order ${no} is not paid in its database`);
  print(`  its first order in its database: ${JSON.stringify(row)}`);
}

/** Its callers sell for the time of a round; every order that is counted is paid in its database. */
async function takePeer(
  running: RunningPeer,
  buyers: readonly (() => Promise<string>)[],
  databaseUrl: string,
): Promise<{ perSecond: number; p99Ms: number; cpuMsEach: number; rssMb: number }> {
  await once(databaseUrl, 'analyze');
  const paidBefore = await countPaid(running, databaseUrl);
  const pids = withChildren(running.server.pid as number);
  const cpuBefore = cpuMs(pids);
  const sold = await measure(buyers.length, durationMs, async (caller) => {
    await (buyers[caller] as () => Promise<string>)();
  });
  const cpu = cpuMs(pids) - cpuBefore;
  const paid = (await countPaid(running, databaseUrl)) - paidBefore;
  if (paid !== sold.count) throw new Error(`${sold.count} orders were counted, ${paid} are paid in its database`);
  return { ...sold, cpuMsEach: cpu / sold.count, rssMb: residentMb(running.server) };
}

async function countPaid(running: RunningPeer, databaseUrl: string): Promise<number> {
  return Number((await once<{ paid: number }>(databaseUrl, running.paidOrdersSql))[0]?.paid);
}

async function once<T extends object>(databaseUrl: string, sql: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
