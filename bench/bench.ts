import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded-postgres.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { takeColdStart } from './cold-start.ts';
import { takeHttp } from './http.ts';
import { median, printRatios, type RatioRow } from './measure.ts';
import { takePosters } from './posters.ts';
import { takeStorage } from './storage.ts';
import { takeLimits } from './storage-limits.ts';
import { takeOwnStatements } from './storage-own.ts';

/**
 * Speeds as ratios against a limit taken on the same cluster in the same run, in alternating rounds; absolute numbers
 * of a shared machine say little. Options: --rounds N (3), --ms N (3000).
 */
const option = (name: string, fallback: number): number => {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? fallback : Number(process.argv[index + 1]);
};
const rounds = option('rounds', 3);
const durationMs = option('ms', 3_000);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const dataDir = await mkdtemp(join(tmpdir(), 'huimin-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, onUnexpectedExit: (why) => print(why) });
try {
  await migrate({ databaseUrl: postgres.url, log: () => undefined });
  const results: Record<string, number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const limits = await takeLimits(postgres.url, BigInt(round + 1) << 50n, durationMs);
    await analyze();
    const grouped = await takeStorage(postgres.url, 32, durationMs, 2, { halfLoad: true });
    const alone = await takeStorage(postgres.url, 8, durationMs, 8);
    const ownStatements = await takeOwnStatements(postgres.url, 8, Math.ceil(alone.perSecond * (durationMs / 1000)));
    await forgetNews();
    const http = await takeHttp({
      databaseUrl: postgres.url,
      evidenceDir: join(dataDir, 'evidence'),
      callers: 64,
      durationMs,
      round,
    });
    results.push({
      ...limits,
      grouped: grouped.perSecond,
      groupedP99Ms: grouped.p99Ms,
      halfLoadP99Ms: grouped.halfLoadP99Ms,
      alone: alone.perSecond,
      ownStatements,
      http: http.purchasesPerSecond,
      cpuMs: http.cpuMsPerPurchase,
      cpuMsAll: http.cpuMsWithFollowUps,
      rssMb: http.rssMb,
      productInfo: http.productInfoRatio,
    });
    print(
      `round ${round + 1}: limits ${limits.interactive.toFixed(0)} / ${limits.singleStatement.toFixed(0)} / ${limits.setBased.toFixed(0)} purchases/s, ` +
        `group commit ${grouped.perSecond.toFixed(0)}, one by one ${alone.perSecond.toFixed(0)}, HTTP ${http.purchasesPerSecond.toFixed(0)}`,
    );
  }
  const ratio = (a: string, b: string): number => median(results.map((row) => (row[a] ?? 0) / (row[b] ?? 1)));
  const value = (a: string): number => median(results.map((row) => row[a] ?? 0));
  const atLeast = (name: string, got: number, goal: number): RatioRow => ({
    name,
    value: got,
    goal: `>= ${goal}`,
    met: got >= goal,
  });
  const atMost = (name: string, got: number, goal: number): RatioRow => ({
    name,
    value: got,
    goal: `<= ${goal}`,
    met: got <= goal,
  });
  printRatios(
    'Storage, 32 callers',
    [
      atLeast('group commit / single-statement limit', ratio('grouped', 'singleStatement'), 1.5),
      atLeast('group commit / interactive limit', ratio('grouped', 'interactive'), 2.5),
      atLeast('group commit / set-based limit', ratio('grouped', 'setBased'), 0.4),
      atMost('p99 of A or B at half of saturation, ms', value('halfLoadP99Ms'), 20),
      atLeast('one by one, 8 callers / single-statement limit', ratio('alone', 'singleStatement'), 0.9),
    ],
    print,
  );
  // The limit writes less than a purchase does; these are the purchase's own statements.
  print(
    `one by one / its own two statements sent bare: ${ratio('alone', 'ownStatements').toFixed(2)}, these / single-statement limit: ${ratio('ownStatements', 'singleStatement').toFixed(2)}`,
  );
  print(`p99 of A or B at saturation: ${value('groupedP99Ms').toFixed(1)} ms`);
  printRatios(
    'HTTP, one server process, 64 callers, a purchase = save + notice',
    [
      atLeast('purchases / interactive limit', ratio('http', 'interactive'), 0.8),
      atLeast('purchases / single-statement limit', ratio('http', 'singleStatement'), 0.45),
      atMost('server CPU per purchase, ms', value('cpuMs'), 0.6),
      atMost('server RSS, MB', value('rssMb'), 200),
      atLeast('product info / plain node:http', value('productInfo'), 0.8),
    ],
    print,
  );
  print(`Server CPU of a purchase with all that follows it: ${value('cpuMsAll').toFixed(2)} ms`);
  const coldStart = await takeColdStart(postgres.url, join(dataDir, 'evidence'));
  printRatios(
    'Cold start, schema present',
    [
      atMost('process begun to ready, ms', coldStart.readyMs, 500),
      atMost('of it CPU of the server, ms', coldStart.cpuMs, 500),
    ],
    print,
  );
  const { posterMs, packingMs } = await takePosters();
  printRatios(
    'Posters, one at a time',
    [
      atMost('a poster drawn, ms', posterMs, 300),
      atMost('a poster drawn / packing a picture of its size', posterMs / packingMs, 6),
    ],
    print,
  );
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** News of the storage rounds is not what the server is measured with. */
async function forgetNews(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('truncate outbox');
  await client.end();
}

/** As before a sale opens, so that the plans are made for full tables. */
async function analyze(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('analyze');
  await client.end();
}
