import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { expandEvents } from '../packages/evidence/src/events/index.ts';
import type { Shop } from '../tests/integration/shop.ts';
import type { SentBatch } from './recording-bytes.ts';

const SLOWER_PROCESSOR = 4;
const SESSION_MS = 30 * 60_000;
/** As the console's call hands them out, in bytes as they are stored. */
const FIRST_BYTES = 16_384;
const PAGE_BYTES = 131_072;
const SEEKS = 40;
const HOST = '/bench-replay';

interface PlainEvent {
  readonly timestamp: number;
}

export interface Replayed {
  /** From asking for the first events until they are painted. */
  readonly startMs: number;
  /** The same when all are handed over at once. */
  readonly allMs: number;
  readonly seekMs: readonly number[];
  readonly events: number;
}

/** Half an hour of the purchase, again and again, in the console's player with a processor four times slower. */
export async function replayHalfAnHour(
  browser: Browser,
  shop: Shop,
  sent: readonly SentBatch[],
  table: readonly string[],
): Promise<Replayed> {
  const once = sent
    .flatMap((batch) => expandEvents(JSON.parse(batch.data) as PlainEvent[], table))
    .sort((a, b) => a.timestamp - b.timestamp);
  const [first, last] = [once[0]?.timestamp ?? 0, once.at(-1)?.timestamp ?? 0];
  const bytesEach = sent.reduce((sum, { data }) => sum + gzipSync(data).length, 0) / once.length;
  const events: PlainEvent[] = [];
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
  await page.goto(`${shop.origin}${HOST}`);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
  const given = { host: HOST, count: events.length, seeks: SEEKS, from: first, ms: SESSION_MS };
  const pages = { firstPage: Math.ceil(FIRST_BYTES / bytesEach), aPage: Math.ceil(PAGE_BYTES / bytesEach) };
  const measured = await page.evaluate(playInPage, { ...given, ...pages });
  await context.close();
  return { ...measured, events: events.length };
}

/** Runs in the page around the player. */
async function playInPage(given: {
  host: string;
  count: number;
  firstPage: number;
  aPage: number;
  seeks: number;
  from: number;
  ms: number;
}): Promise<Omit<Replayed, 'events'>> {
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
  const say = (message: object) => frame.contentWindow?.postMessage(message, location.origin);
  const asked = async (from: number, count: number) => (await fetch(`${given.host}/${from}-${count}`)).json();
  async function begin(count: number): Promise<number> {
    const begun = performance.now();
    const shown = heard('shown');
    say({ say: 'begin', events: await asked(0, count), assets: [] });
    await shown;
    await painted();
    return performance.now() - begun;
  }
  await begin(given.firstPage);
  const allMs = await begin(given.count);
  const startMs = await begin(given.firstPage);
  for (let from = given.firstPage; from < given.count; from += given.aPage) {
    say({ say: 'add', events: await asked(from, given.aPage), assets: [] });
  }
  await painted();
  const seekMs: number[] = [];
  for (let seek = 0; seek < given.seeks; seek++) {
    const at = given.from + ((seek * 7_919) % 1_000) * (given.ms / 1_000);
    const done = new Promise<void>((resolve) =>
      frame.contentWindow?.addEventListener('message', () => resolve(), { once: true }),
    );
    const begun = performance.now();
    say({ say: 'pause', at });
    await done;
    await painted();
    seekMs.push(performance.now() - begun);
  }
  return { startMs, allMs, seekMs };
}
