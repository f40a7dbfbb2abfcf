import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stopOnSignal } from '../packages/testing/src/stop-on-signal.ts';
import { startTestPostgres } from '../packages/testing/src/test-postgres.ts';
import { openShop } from '../tests/integration/shop.ts';
import { median, printRatios, type RatioRow } from './measure.ts';
import { listenTo, type SentBatch } from './recording-bytes.ts';
import { type Cost, costOfPurchase } from './recording-cost.ts';
import { takeIngest } from './recording-ingest.ts';
import { buyAsAPerson } from './recording-purchase.ts';
import { type Replayed, replayHalfAnHour } from './recording-replay.ts';
import { sampleOf } from './recording-sample.ts';
import { takeVerify } from './recording-verify.ts';
import { weigh } from './recording-wire.ts';
import { openBrowser } from './web-browser.ts';

/**
 * What the record of a purchase weighs, costs and takes to play, beside its goals: bytes counted where the server takes them in,
 * against plain rrweb of the same run; script and blocked time of purchases with and without the recorder in turns, with a
 * processor four times slower; half an hour in the console's player; how many batches a second are on the disk and answered for. Options: --quick (fewer and faster), --only wire|cost|replay|ingest|verify, --count N (sealed recordings to check, 20,000), --rounds N (pairs of
 * purchases, 10), --pace N (1, a practised hand; 3 takes three times as long), --keep FOLDER for the batches as they
 * came, --sample to write anew what builds make their reference of.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    count: { type: 'string' },
    rounds: { type: 'string' },
    pace: { type: 'string', default: '1' },
    keep: { type: 'string' },
    sample: { type: 'boolean', default: false },
  },
});
const CLIENT = join(import.meta.dirname, '..', 'apps', 'storefront', 'dist', 'client');
/** What a practised hand takes for the purchase: the same is done, and told, however fast it is driven here. */
const MINUTES = 95 / 60;
const COST_PACE = options.quick ? 0.2 : 1;
const rounds = Number(options.rounds ?? (options.quick ? 3 : 10));
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const isWanted = (part: string): boolean => options.only === undefined || options.only === part;
if (isWanted('ingest')) printRatios('Taking in', await takeIngest(options.quick ? 3_000 : 6_000, print), print);
if (options.only === 'ingest') process.exit(0);
if (isWanted('verify')) {
  const count = Number(options.count ?? (options.quick ? 2_000 : 20_000));
  printRatios('Checking what is sealed', await takeVerify(count, print), print);
}
if (options.only === 'verify') process.exit(0);

const stopPostgres = await startTestPostgres();
stopOnSignal(stopPostgres);
// The machine's own time, which the browser sees in the Date header.
const clock = { now: () => Date.now(), advance: () => {}, set: () => {} };
const shop = await openShop({ clock });
const server = shop.servers[0]?.built.fastify.server;
if (!server) throw new Error('there is no server');
const received = listenTo(server);
const browser = await openBrowser(process.env.CHROMIUM_PATH ?? '');
let buyer = 40;
const nextBuyer = (): number => {
  buyer += 2;
  return buyer;
};
const atMost = (name: string, value: number, goal: number): RatioRow => ({
  name,
  value,
  goal: `<= ${goal}`,
  met: value <= goal,
});
try {
  if (isWanted('wire') || isWanted('replay')) {
    const taken = await takeWire();
    if (isWanted('wire')) printRatios(`One purchase, ${taken.seconds} s`, taken.rows, print);
    if (isWanted('replay')) printRatios('Half an hour in the player, 4x', await takeReplay(taken), print);
  }
  if (isWanted('cost')) printRatios(`Added by recording, ${rounds} pairs, 4x`, await takeCost(), print);
} finally {
  await browser.close();
  await shop.close();
  await stopPostgres();
}

interface Taken {
  readonly rows: RatioRow[];
  readonly seconds: string;
  readonly events: readonly SentBatch[];
  readonly table: readonly string[];
}

async function takeWire(): Promise<Taken> {
  const batches = received.begin();
  const pace = Number(options.pace);
  const { events, ms } = await buyAsAPerson(browser, shop, nextBuyer(), { withTable: true, pace });
  const table = JSON.parse(readFileSync(join(CLIENT, 'evidence', 'tables', `${events[0]?.tbl}.json`), 'utf8'));
  if (options.sample) {
    writeFileSync(join(CLIENT, '..', '..', 'vite', 'recorded-sale.txt'), sampleOf(events, table));
  }
  if (options.keep) {
    mkdirSync(options.keep, { recursive: true });
    writeFileSync(join(options.keep, 'batches.json'), JSON.stringify(events));
  }
  const { minutes, requests, bodies, wire, plain, plainWire } = weigh(batches, events, table, ms);
  const assets = readdirSync(join(CLIENT, 'assets'));
  const recorder = assets.find((name) => /^start-recording-[\w-]+\.js\.gz$/.test(name)) ?? '';
  print(
    `${requests} requests with ${((wire - bodies) / requests).toFixed(0)} B of headers each (HTTP/1.1); ` +
      `plain rrweb, gzip per 60: ${(plain / minutes / 1000).toFixed(1)} kB/min of bodies, ${(plainWire / minutes / 1000).toFixed(1)} with headers`,
  );
  const rows = [
    atMost('bodies, kB a minute', bodies / minutes / 1000, 12),
    atMost('with headers of HTTP/1.1, kB a minute', wire / minutes / 1000, 12),
    atMost('bodies / plain rrweb and gzip', bodies / plain, 0.35),
    atMost('recorder, kB of gzip', statSync(join(CLIENT, 'assets', recorder)).size / 1000, 27),
  ];
  return { rows, seconds: (ms / 1000).toFixed(0), events, table };
}

async function takeReplay({ events, table }: Taken): Promise<RatioRow[]> {
  const runs: Replayed[] = [];
  for (let round = 0; round < (options.quick ? 3 : 5); round++) {
    runs.push(await replayHalfAnHour(browser, shop, events, table));
  }
  const seeks = runs.flatMap(({ seekMs }) => seekMs).sort((a, b) => a - b);
  const all = median(runs.map(({ allMs }) => allMs));
  const start = median(runs.map(({ startMs }) => startMs));
  print(`${runs[0]?.events} events; all of them at once: ${all.toFixed(0)} ms`);
  return [
    atMost('start to painted, ms', start, 250),
    atMost('start to painted / all at once', start / all, 0.5),
    atMost('seek, median ms', seeks[Math.floor(seeks.length / 2)] ?? Number.NaN, 120),
    atMost('seek, p95 ms', seeks[Math.floor(seeks.length * 0.95)] ?? Number.NaN, 120),
  ];
}

async function takeCost(): Promise<RatioRow[]> {
  const pairs: { without: Cost; recorded: Cost }[] = [];
  for (let round = 0; round < rounds; round++) {
    const pair: Partial<Record<'without' | 'recorded', Cost>> = {};
    // Which comes first changes, so that neither has the warmer machine.
    for (const recorded of round % 2 === 0 ? [false, true] : [true, false]) {
      const cost = await costOfPurchase(browser, shop, nextBuyer(), { recorded, pace: COST_PACE });
      pair[recorded ? 'recorded' : 'without'] = cost;
    }
    const { without, recorded } = pair as { without: Cost; recorded: Cost };
    pairs.push({ without, recorded });
    const told = ({ ms, scriptMs, taskMs, blockedMs, longestMs }: Cost) =>
      `${(ms / 1000).toFixed(0)} s: script ${scriptMs.toFixed(0)}, tasks ${taskMs.toFixed(0)}, blocked ${blockedMs.toFixed(0)}, longest ${longestMs.toFixed(0)} ms`;
    print(`pair ${round + 1}: without ${told(without)}; recorded ${told(recorded)}`);
  }
  const added = (of: (cost: Cost) => number) => pairs.map(({ without, recorded }) => of(recorded) - of(without));
  const spread = (values: readonly number[]) => {
    const sorted = [...values].sort((a, b) => a - b);
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0);
    return `quarters ${at(0.25)} to ${at(0.75)}`;
  };
  const script = added(({ scriptMs }) => scriptMs / MINUTES);
  const blocked = added(({ blockedMs }) => blockedMs / MINUTES);
  const longest = added(({ longestMs }) => longestMs);
  return [
    atMost(`script, ms a minute (${spread(script)})`, median(script), 250),
    atMost(`blocked, ms a minute (${spread(blocked)})`, median(blocked), 60),
    atMost(`longest task, ms more (${spread(longest)})`, median(longest), 50),
  ];
}
