import type { Socket } from 'node:net';
import { parseArgs } from 'node:util';
import { openShop } from '../tests/integration/shop.ts';
import { startTestPostgres } from '../tests/postgres/start-test-postgres.ts';
import { median, printRatios, type RatioRow } from './measure.ts';
import { type Landing, newPhone, openBrowser, visitLanding } from './web-browser.ts';
import { prepareResident, screensOf, tapToContent } from './web-screens.ts';
import { serveVariant, withoutPrerendering, withoutScripts } from './web-variants.ts';

/**
 * The residents' pages in a real browser on slow 4G with a processor four times slower, against the real server. Ratios
 * compare pages of the same run, taken in turns. Options: --rounds N (5), --only landing|screens, --screen NAME (only
 * those whose name begins so).
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    screen: { type: 'string', default: '' },
  },
});
const rounds = Number(options.rounds);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const stopPostgres = await startTestPostgres();
// The machine's own time, which the browser sees in the Date header.
const clock = { now: () => Date.now(), advance: () => {}, set: () => {} };
const shop = await openShop({ clock });
/** The page's goals leave the recorder out. */
const RECORDER = /^\/assets\/(?:start-recording|table|reference)-/;
let requests = 0;
let recorderBytes = 0;
const sockets = new Set<Socket>();
shop.servers[0]?.built.fastify.server.on('request', (request, response) => {
  if (!RECORDER.test(request.url ?? '')) requests += 1;
  else response.on('finish', () => (recorderBytes += Number(response.getHeader('content-length') ?? 0)));
});
shop.servers[0]?.built.fastify.server.on('connection', (socket) => sockets.add(socket));
const browser = await openBrowser(process.env.CHROMIUM_PATH ?? '');
const plain = await serveVariant(shop.origin, withoutScripts);
const empty = await serveVariant(shop.origin, withoutPrerendering);
try {
  if (options.only !== 'screens') printRatios('Landing page, slow 4G, 4x', landingRows(await takeLandings()), print);
  if (options.only !== 'landing')
    printRatios('From the tap to the content, ms, slow 4G, 4x', await takeScreens(), print);
} finally {
  await browser.close();
  await Promise.all([plain.close(), empty.close()]);
  await shop.close();
  await stopPostgres();
}

interface Served {
  readonly requests: number;
  readonly bytes: number;
}

/** What the server has answered so far, less `since`: also what a service worker asked for, which a page does not see. */
function served(since: Served = { requests: 0, bytes: 0 }): Served {
  const bytes = [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0) - recorderBytes;
  return { requests: requests - since.requests, bytes: bytes - since.bytes };
}

type Kind = 'app' | 'static' | 'empty' | 'again';
type Round = Record<Kind, Landing> & { served: Served };

async function takeLandings(): Promise<Round[]> {
  const taken: Round[] = [];
  const visits: Record<Exclude<Kind, 'again'>, string> = {
    app: shop.origin,
    static: plain.origin,
    empty: empty.origin,
  };
  for (let round = 0; round < rounds; round++) {
    const results: Partial<Round> = {};
    const kinds = Object.entries(visits) as [Exclude<Kind, 'again'>, string][];
    // Each goes first in its turn.
    for (let turn = 0; turn < kinds.length; turn++) {
      const [kind, origin] = kinds[(turn + round) % kinds.length] as (typeof kinds)[number];
      const phone = await newPhone(browser);
      const before = served();
      results[kind] = await visitLanding(phone, `${origin}/`);
      if (kind === 'app') results.served = served(before);
      if (kind === 'app') results.again = await visitLanding(phone, `${origin}/`);
      await phone.close();
    }
    const { app, static: still, empty: drawn, again } = results as Round;
    taken.push(results as Round);
    print(
      `round ${round + 1}: LCP ${ms(app.lcpMs)}, static ${ms(still.lcpMs)}, not prerendered ${ms(drawn.lcpMs)}, ` +
        `second visit ${ms(again.contentMs)} after ${ms(app.contentMs)}, longest task ${ms(app.longestTaskMs)}`,
    );
  }
  return taken;
}

function landingRows(taken: readonly Round[]): RatioRow[] {
  const of = (value: (round: Round) => number): number => median(taken.map(value));
  const worst = (value: (landing: Landing) => number): number => Math.max(...taken.map(({ app }) => value(app)));
  return [
    atMost(
      'LCP / static page of the same content',
      of(({ app, static: still }) => app.lcpMs / still.lcpMs),
      1.2,
    ),
    atMost(
      'LCP / same app without prerendering',
      of(({ app, empty: drawn }) => app.lcpMs / drawn.lcpMs),
      0.75,
    ),
    atMost(
      'second visit / first, to content',
      of(({ app, again }) => again.contentMs / app.contentMs),
      0.4,
    ),
    atMost(
      'requests to LCP',
      worst(({ requestsToLcp }) => requestsToLcp),
      3,
    ),
    atMost(
      'requests until idle, without the recorder',
      Math.max(...taken.map(({ served: { requests } }) => requests)),
      6,
    ),
    atMost(
      'transfer until idle, kB, without the recorder',
      Math.max(...taken.map(({ served: { bytes } }) => bytes / 1000)),
      115,
    ),
    atMost(
      'layout shift (CLS)',
      worst(({ layoutShift }) => layoutShift),
      0.01,
    ),
    atMost(
      'longest task after first paint, ms',
      of(({ app }) => app.longestTaskMs),
      150,
    ),
  ];
}

async function takeScreens(): Promise<RatioRow[]> {
  const resident = await prepareResident(shop);
  const rows: RatioRow[] = [];
  for (const screen of screensOf(resident).filter(({ name }) => name.startsWith(options.screen))) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await tapToContent(browser, shop.origin, resident, screen));
    rows.push(atMost(`${screen.name}${screen.asks ? '' : ' (no data)'}`, median(times), screen.asks ? 1_500 : 1_000));
  }
  return rows;
}

function atMost(name: string, value: number, goal: number): RatioRow {
  return { name, value, goal: `<= ${goal}`, met: value <= goal };
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}
