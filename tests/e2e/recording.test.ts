import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expandEvents, readTable } from '@huimin/evidence/events';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { resident } from '../integration/shop.ts';
import {
  addMember,
  arrive,
  begin,
  buyForSelf,
  choose,
  openCashier,
  placeOrder,
  pressAtCashier,
  readDocuments,
} from './journey.ts';
import { sentBatch } from './sent-batch.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const CHUNK = /start-recording-[\w-]+\.js$/;
const COLLECT = /\/traceable-service\/api\/v1\/insureRecord\/collect$/;

interface Batch {
  readonly traceId: string;
  readonly tab: string;
  readonly seq: number;
  readonly tbl: string;
  readonly build: string;
  readonly data: string;
  readonly vals: string;
}

interface RecordedEvent {
  readonly type: number;
  readonly timestamp: number;
  readonly data: { readonly tag?: string; readonly payload?: Record<string, unknown>; readonly source?: number };
}

const EVIDENCE = join(import.meta.dirname, '..', '..', 'apps', 'storefront', 'dist', 'client', 'evidence');
const tableOf = ({ tbl }: Batch): string[] =>
  tbl === '' ? [] : (readTable(readFileSync(join(EVIDENCE, 'tables', `${tbl}.json`), 'utf8')) ?? []);

/** Listens to what a phone sends into the record; `answer` may answer in the server's place. */
async function listen(context: BrowserContext, answer: (route: Route) => Promise<void> = (route) => route.continue()) {
  const batches = new Map<string, Batch>();
  let longest = 0;
  await context.route(COLLECT, async (route) => {
    const body = route.request().postDataBuffer();
    const batch = sentBatch<Batch>(body);
    longest = Math.max(longest, body?.length ?? 0);
    batches.set(`${batch.traceId} ${batch.tab} ${String(batch.seq).padStart(6, '0')}`, batch);
    await answer(route);
  });
  const all = () => [...batches].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, batch]) => batch);
  return {
    all,
    longest: () => longest,
    events: () =>
      all()
        .flatMap((batch) => expandEvents(JSON.parse(batch.data) as RecordedEvent[], tableOf(batch)))
        .sort((a, b) => a.timestamp - b.timestamp),
  };
}

/** What a mark says, in a few words. */
function wordsOf({ data: { tag, payload = {} } }: RecordedEvent): string {
  const said = {
    page: ['act', 'route'],
    doc: ['act', 'id'],
    order: ['orderNo'],
    consent: ['id', 'checked'],
    api: ['path'],
  };
  return [tag, ...(said[tag as keyof typeof said] ?? ['id']).map((name) => payload[name])].join(' ').trim();
}

test('a purchase is recorded from the first press to the paid page: marks in order, values apart', async () => {
  const { shop } = stage;
  const visit = await stage.visit();
  const { page, context } = visit;
  const received = await listen(context);
  const [self, mother] = [resident(610), resident(612)];
  await begin(visit, shop, self);
  await addMember(page, self, 'self');
  await addMember(page, mother, 'parent');
  await choose(page, self, mother);
  const read = await readDocuments(page);
  await page.getByRole('checkbox', { name: /已经有别的医疗费用保险/ }).check();
  await page.getByText('建议先比一比，可以不买').waitFor();
  await page.getByRole('checkbox', { name: /坚持投保/ }).check();
  const orderNo = await placeOrder(page);
  await openCashier(page);
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', '支付成功');
  await visit.open('#/branch');
  const marks = () => received.events().filter(({ type }) => type === 5);
  await expect.poll(() => marks().map(wordsOf)).toContain('page leave paySuccess');

  const words = marks().map(wordsOf);
  const wanted = [
    'page enter beforeAuthUser',
    'device',
    'page enter beforeAdd',
    'field member-idNumber',
    'tap 保存',
    'api /api/v1/family/insert',
    'page enter beforeConfirm',
    'doc open health-notice',
    'doc bottom health-notice',
    'doc close health-notice',
    'consent other-cover true',
    'consent other-cover-insists true',
    'consent confirm-consent true',
    'api /api/v1/insure/order/save',
    `order ${orderNo}`,
    'page enter pay',
    'page enter paySuccess',
  ];
  let from = 0;
  for (const one of wanted) {
    const at = words.indexOf(one, from);
    expect(at, `${one} after ${words.slice(0, from).at(-1)} in\n${words.join('\n')}`).toBeGreaterThanOrEqual(from);
    from = at;
  }
  expect(words.filter((one) => one.startsWith('doc bottom'))).toHaveLength(read);
  expect(words.filter((one) => one === 'device')).toHaveLength(1);
  // The server binds it to the order by itself.
  const [{ traceId: trace }] = received.all() as [Batch];
  const { deps } = shop.servers[0] as (typeof shop.servers)[number];
  const bound = 'select state from order_recordings where trace = $1';
  await expect.poll(() => deps.database.query<{ state: string }>(bound, [trace])).toEqual([{ state: 'bound' }]);
  // What is drawn anew, tapped, scrolled and typed, in what the pictures of the screens do not say.
  const told = new Set(received.events().flatMap(({ type, data }) => (type === 3 ? [data.source] : [])));
  expect([...told].sort()).toEqual(expect.arrayContaining([0, 2, 3, 5]));
  // Each says only what differs from what is likely to be said.
  expect(received.longest()).toBeLessThan(4_000);
  // One recording, each page of it with a picture of its own, every batch there.
  const batches = received.all();
  expect(new Set(batches.map(({ traceId }) => traceId)).size).toBe(1);
  const tabs = new Map<string, number[]>();
  for (const { tab, seq } of batches) tabs.set(tab, [...(tabs.get(tab) ?? []), seq]);
  for (const seqs of tabs.values()) expect(seqs).toEqual(seqs.map((_, i) => i));
  const sale = words.filter((one) => /^page enter (?!branch)/.test(one)).length;
  expect(received.events().filter(({ type }) => type === 2).length).toBeGreaterThanOrEqual(sale - 3);

  // With the build's texts in the place of their numbers it says what the page says.
  const style = await page.evaluate(() => document.querySelector('style')?.textContent ?? '');
  expect(style.length).toBeGreaterThan(10_000);
  const expanded = JSON.stringify(received.events());
  expect(expanded.split(JSON.stringify(style)).length).toBeGreaterThanOrEqual(sale - 3);
  expect(expanded).toContain('被保险人故意自伤、故意犯罪、抗拒依法采取的刑事强制措施');
  const build = await page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content);
  expect(new Set(batches.map((batch) => batch.build))).toEqual(new Set([build]));

  // Of the people there is nothing in the events, and all of it in the values; of codes nothing anywhere.
  const data = `${batches.map((batch) => batch.data).join('\n')}\n${JSON.stringify(received.events())}`;
  const values = batches.map((batch) => batch.vals).join('\n');
  for (const person of [self, mother]) {
    for (const secret of [person.name, person.idNumber]) {
      expect(data).not.toContain(secret);
      expect(values).toContain(secret);
    }
    const born = person.idNumber.slice(6, 14);
    expect(data).not.toContain(born);
    expect(data).not.toContain(born.replace(/^(....)(..)(..)$/, '$1.$2.$3'));
  }
  expect(data).not.toContain(self.phone);
  expect(data.replace(/ /g, '')).not.toContain(self.phone);
  const codes = shop.sandbox.control.sms(self.phone).flatMap(({ params }) => ('code' in params ? [params.code] : []));
  expect(codes.length).toBeGreaterThan(0);
  for (const code of codes) expect(values).not.toContain(code);
  expect(data).toContain('⟦-⟧');
});

test('what a page that is left had to say goes along, and what a crashed one had put down comes with the next visit', async () => {
  const visit = await stage.visit();
  const { page, context } = visit;
  visit.expectTrouble(/the page crashed|ERR_FAILED|insureRecord/);
  const traceOf = (tab: Page) => tab.evaluate(() => sessionStorage.getItem('cx-record-uuid'));
  const stored = (trace: string | null) => {
    const { deps } = stage.shop.servers[0] as (typeof stage.shop.servers)[number];
    const sql = 'select seq, flags from recording_chunks where trace = $1 order by seq, received_at';
    return deps.database.query<{ seq: number; flags: string[] }>(sql, [trace]);
  };
  await visit.open('#/agreement');
  await arrive(page, 'agreement', '相关协议');
  await expect.poll(() => traceOf(page)).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const left = await traceOf(page);
  await page.getByRole('link', { name: /条款/ }).first().click();
  await page.goto('about:blank');
  // Without the picture, if that was not on its way yet: it waits for the next visit.
  await expect.poll(async () => (await stored(left)).flatMap(({ flags }) => flags)).toContain('final');

  let reachable = false;
  await context.route(COLLECT, (route) => (reachable ? route.continue() : route.abort()));
  const second = await visit.tab(`${stage.shop.origin}/#/agreement`);
  await arrive(second, 'agreement', '相关协议');
  await second.getByRole('link', { name: /条款/ }).first().click();
  await expect.poll(() => second.evaluate(keptRows)).toMatch(/"tag[\\]*":[\\]*"tap/);
  const crashed = await traceOf(second);
  expect(await stored(crashed)).toEqual([]);
  const gone = new Promise((resolve) => second.once('crash', resolve));
  const session = await context.newCDPSession(second);
  session.send('Page.crash').catch(() => {});
  await gone;
  reachable = true;
  await visit.tab(`${stage.shop.origin}/#/agreement`);
  // Every number once, up to the last batch, which says so; nothing in two ways.
  const wholeOf = async (trace: string | null) => {
    const chunks = await stored(trace);
    const isWhole = chunks.length > 0 && chunks.every(({ seq }, i) => seq === i);
    return [isWhole, ...chunks.flatMap(({ flags }) => flags)];
  };
  await expect.poll(() => wholeOf(left)).toEqual([true, 'final']);
  await expect.poll(async () => (await wholeOf(crashed))[0]).toBe(true);
  expect(await wholeOf(crashed)).not.toContain('conflict');
});

/** In the page: everything that waits to be sent. */
function keptRows(): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('huimin-record', 1);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('rows').objectStore('rows').getAll();
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result.join());
      };
    };
  });
}

test.each([
  ['answers nothing but failures', 'failing'],
  ['throws', 'broken'],
  ['cannot be fetched', 'missing'],
] as const)('a purchase goes through where the recorder %s', async (_, how) => {
  const visit = await stage.visit({ withoutWorker: true });
  const { page, context } = visit;
  visit.expectTrouble(/insureRecord|start-recording|answer 500|answer 404|Failed to load resource/);
  if (how === 'failing') await listen(context, (route) => route.fulfill({ status: 500, body: '' }));
  else await listen(context);
  if (how === 'missing') await context.route(CHUNK, (route) => route.fulfill({ status: 404, body: '' }));
  if (how === 'broken') {
    const body = 'export const startRecording = () => { throw new Error("broken on purpose"); };';
    await context.route(CHUNK, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  }
  const orderNo = await buyForSelf(visit, stage.shop, resident({ failing: 614, broken: 616, missing: 618 }[how]));
  await openCashier(page);
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', '支付成功');
  expect(page.url()).toContain(orderNo);
});
