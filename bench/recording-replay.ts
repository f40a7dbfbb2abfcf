import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import type { Assets } from '../apps/console/src/player/messages.ts';
import { sha256 } from '../packages/evidence/src/bytes/index.ts';
import { expandEvents, type RecordedEvent } from '../packages/evidence/src/events/index.ts';
import { cleanEvents, type PlayedAsset } from '../packages/evidence/src/replay/index.ts';
import type { Shop } from '../tests/integration/shop.ts';
import { plainPlayer } from './plain-rrweb.ts';
import type { SentBatch } from './recording-bytes.ts';

const SLOWER_PROCESSOR = 4;
const SESSION_MS = 30 * 60_000;
/** As the console's call hands them out, in bytes as they are stored. */
const FIRST_BYTES = 16_384;
const PAGE_BYTES = 131_072;
const SEEKS = 40;
const HOST = '/bench-replay';
const CLIENT = join(import.meta.dirname, '..', 'apps', 'storefront', 'dist', 'client');

const TYPES: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp' };

/** Times of one player. */
export interface Played {
  /** From asking for the first events until they are painted: the first time in a page, and once its scripts are warm. */
  readonly firstMs: number;
  readonly startMs: number;
  readonly seekMs: readonly number[];
}

/** The same starts as the page's own thread had the processor for them, in ms of the slower one: a clock counts what else runs. */
export interface Busy {
  readonly firstMs: number;
  readonly startMs: number;
}

export interface Replayed {
  readonly ours: Played & {
    /** The start when all events are handed over at once. */
    readonly allMs: number;
    readonly busy: Busy;
  };
  /** rrweb's own player, which has all events from the start. */
  readonly plain: Played;
  readonly events: number;
}

/**
 * Half an hour of the purchase, again and again, with the pages' own files, in the console's player and in rrweb's own as its
 * package brings it, with a processor four times slower.
 */
export async function replayHalfAnHour(
  browser: Browser,
  shop: Pick<Shop, 'origin'>,
  sent: readonly SentBatch[],
  table: readonly string[],
): Promise<Replayed> {
  const { resolve, assets } = filesOfBuild();
  const told = sent.flatMap((batch) => expandEvents(JSON.parse(batch.data) as RecordedEvent[], table));
  const once = cleanEvents(told, resolve).sort((a, b) => a.timestamp - b.timestamp);
  const [first, last] = [once[0]?.timestamp ?? 0, once.at(-1)?.timestamp ?? 0];
  const bytesEach = sent.reduce((sum, { data }) => sum + gzipSync(data).length, 0) / once.length;
  const events: RecordedEvent[] = [];
  for (let shift = 0; shift < SESSION_MS; shift += last - first + 1) {
    events.push(...once.map((event) => ({ ...event, timestamp: event.timestamp + shift })));
  }
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.route(`**${HOST}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><body></body>' }),
  );
  await page.route(`**${HOST}/*`, (route) => {
    const [, from = '0', count = '0'] = /\/(\d+)-(\d+)$/.exec(route.request().url()) ?? [];
    const page = events.slice(Number(from), Number(from) + Number(count));
    return route.fulfill({ contentType: 'application/json', body: JSON.stringify(page) });
  });
  const files = JSON.stringify([...assets]);
  await page.route(`**${HOST}/assets`, (route) => route.fulfill({ contentType: 'application/json', body: files }));
  await page.goto(`${shop.origin}${HOST}`);
  const session = await context.newCDPSession(page);
  const given = { host: HOST, count: events.length, seeks: SEEKS, from: first, ms: SESSION_MS };
  const pages = { firstPage: Math.ceil(FIRST_BYTES / bytesEach), aPage: Math.ceil(PAGE_BYTES / bytesEach) };
  await page.evaluate(openPlayer, { ...given, ...pages });
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busyMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000 * SLOWER_PROCESSOR;
  };
  const busyWith = async (count: number) => {
    const before = await busyMs();
    await page.evaluate(beginInPage, count);
    return (await busyMs()) - before;
  };
  const busy = { firstMs: await busyWith(pages.firstPage), startMs: await busyWith(pages.firstPage) };
  await page.reload();
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
  await page.evaluate(openPlayer, { ...given, ...pages });
  const ours = { ...(await page.evaluate(playInPage, { ...given, ...pages })), busy };
  await page.reload();
  await page.evaluate(plainPlayer());
  const plain = await page.evaluate(playPlain, given);
  await context.close();
  return { ours, plain, events: events.length };
}

/** The files of the build as a replay has them: style sheets as rules, pictures as data. */
function filesOfBuild() {
  const assets = new Map<string, PlayedAsset>();
  const resolve = (address: string): string | null => {
    if (/^(?:data:image|#)/.test(address)) return address;
    const path = /^(?:https?:\/\/[^/]+)?\/((?:assets|images)\/[\w.-]+)/.exec(address)?.[1];
    const type = TYPES[extname(path ?? '')];
    if (path === undefined || (type === undefined && !path.endsWith('.css'))) return null;
    const bytes = readFileSync(join(CLIENT, path));
    const name = sha256(bytes).toString('hex');
    const asset = type ? { address: `data:${type};base64,${bytes.toString('base64')}` } : { style: bytes.toString() };
    assets.set(name, asset);
    return `asset:${name}`;
  };
  return { resolve, assets };
}

interface InPage {
  readonly host: string;
  readonly count: number;
  readonly firstPage: number;
  readonly aPage: number;
  readonly seeks: number;
  readonly from: number;
  readonly ms: number;
}
type PlayerWindow = Window & {
  bench: {
    say(message: object): void;
    asked(from: number, count: number): Promise<unknown>;
    painted(): Promise<void>;
    /** Answers in ms. */
    begin(count: number): Promise<number>;
    /** The player's own window. */
    readonly player: Window;
  };
};

/** Runs in the page around the player. */
async function openPlayer(given: InPage): Promise<void> {
  const heard = (word: string) =>
    new Promise<void>((resolve) => {
      const hear = ({ data }: MessageEvent<{ say: string }>) => {
        if (data.say !== word) return;
        removeEventListener('message', hear);
        resolve();
      };
      addEventListener('message', hear);
    });
  const painted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width:375px;height:812px';
  const ready = heard('ready');
  frame.src = '/hmb-js26/console/player';
  document.body.append(frame);
  await ready;
  const player = frame.contentWindow as Window;
  const say = (message: object) => player.postMessage(message, location.origin);
  const asked = async (from: number, count: number) => (await fetch(`${given.host}/${from}-${count}`)).json();
  const assets: Assets = await (await fetch(`${given.host}/assets`)).json();
  async function begin(count: number): Promise<number> {
    const begun = performance.now();
    const shown = heard('shown');
    say({ say: 'begin', at: given.from, events: await asked(0, count), assets });
    await shown;
    await painted();
    await painted();
    return performance.now() - begun;
  }
  (window as unknown as PlayerWindow).bench = { say, asked, painted, begin, player };
}

/** Runs in the page around the player, which is open. */
const beginInPage = (count: number) => (window as unknown as PlayerWindow).bench.begin(count);

/** Runs in the page around the player, which is open and has shown nothing. */
async function playInPage(given: InPage): Promise<Omit<Replayed['ours'], 'busy'>> {
  const { say, asked, painted, begin, player } = (window as unknown as PlayerWindow).bench;
  const firstMs = await begin(given.firstPage);
  const allMs = await begin(given.count);
  const startMs = await begin(given.firstPage);
  for (let from = given.firstPage; from < given.count; from += given.aPage) {
    say({ say: 'add', events: await asked(from, given.aPage), assets: [] });
  }
  await painted();
  const seekMs: number[] = [];
  for (let seek = 0; seek < given.seeks; seek++) {
    const at = given.from + ((seek * 7_919) % 1_000) * (given.ms / 1_000);
    const done = new Promise<void>((resolve) => player.addEventListener('message', () => resolve(), { once: true }));
    const begun = performance.now();
    say({ say: 'pause', at });
    await done;
    await painted();
    seekMs.push(performance.now() - begun);
  }
  return { firstMs, startMs, allMs, seekMs };
}

interface PlainReplayer {
  pause(offsetMs: number): void;
  destroy(): void;
}
type PlainWindow = Window & {
  rrwebReplay: { Replayer: new (events: unknown, options: { root: HTMLElement }) => PlainReplayer };
};

/** Runs in a page that knows rrweb's player. Style sheets are put into the events beforehand, and not counted. */
async function playPlain(given: {
  host: string;
  count: number;
  seeks: number;
  from: number;
  ms: number;
}): Promise<Played> {
  const { Replayer } = (window as unknown as PlainWindow).rrwebReplay;
  const painted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const files = new Map<string, PlayedAsset>(await (await fetch(`${given.host}/assets`)).json());
  interface Node {
    tagName?: string;
    attributes?: Record<string, unknown>;
    childNodes?: Node[];
  }
  const fill = ({ tagName, attributes, childNodes }: Node): void => {
    for (const [name, value] of Object.entries(attributes ?? {})) {
      const file = typeof value === 'string' && value.startsWith('asset:') ? files.get(value.slice(6)) : undefined;
      if (!attributes || !file) continue;
      if (tagName === 'link') attributes._cssText = file.style;
      else attributes[name] = file.address;
    }
    childNodes?.forEach(fill);
  };
  async function begin() {
    const begun = performance.now();
    const text = await (await fetch(`${given.host}/0-${given.count}`)).text();
    const events: { type: number; data: { node: Node } }[] = JSON.parse(text);
    const filling = performance.now();
    for (const { type, data } of events) if (type === 2) fill(data.node);
    const filledMs = performance.now() - filling;
    const root = document.createElement('div');
    document.body.replaceChildren(root);
    const replayer = new Replayer(events, { root });
    replayer.pause(0);
    await painted();
    await painted();
    return { replayer, ms: performance.now() - begun - filledMs };
  }
  const first = await begin();
  first.replayer.destroy();
  const { replayer, ms: startMs } = await begin();
  const seekMs: number[] = [];
  for (let seek = 0; seek < given.seeks; seek++) {
    const offsetMs = ((seek * 7_919) % 1_000) * (given.ms / 1_000);
    const from = performance.now();
    replayer.pause(offsetMs);
    await painted();
    seekMs.push(performance.now() - from);
  }
  return { firstMs: first.ms, startMs, seekMs };
}
