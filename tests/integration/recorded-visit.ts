import { randomUUID } from 'node:crypto';
import type { Person } from '@huimin/testing';
import { batchOf, send, sha256 } from './recording-client.ts';
import { pay, placeOrder, REQUIRED, type RunningServer, type Shop, type Visitor } from './shop.ts';

type Mark = readonly [tag: string, payload: Record<string, unknown>];

export interface Visit {
  readonly trace: string;
  readonly visitor: Visitor;
  /** Sends the next batch of the visit: these marks, a tenth of a second after each other. */
  record(marks: readonly Mark[], more?: Record<string, unknown>): Promise<void>;
}

/** A visit that is recorded as the residents' app does it, by a phone whose clock is right. */
export function beginVisit(shop: Shop, trace: string = randomUUID(), tab = 'tab-0001'): Visit {
  const visitor = shop.visitor();
  visitor.recordId = trace;
  let [seq, before] = [0, '0'.repeat(64)];
  return {
    trace,
    visitor,
    async record(marks, more = {}) {
      const startMs = shop.clock.now() - marks.length * 100;
      const events = marks.map(([tag, payload], index) => ({
        type: 5,
        timestamp: startMs + index * 100,
        data: { tag, payload },
      }));
      const data = JSON.stringify(events);
      const reply = await send(visitor, batchOf(trace, seq, data, { tab, prev: before, ...more }));
      if (reply.code !== 200000) throw new Error(`the batch was answered ${reply.code} ${reply.message}`);
      [seq, before] = [seq + 1, sha256(data)];
    },
  };
}

export const clockMark = (shop: Shop): Mark => {
  const nowMs = shop.clock.now();
  return ['clock', { serverAt: nowMs, clientAt: nowMs, rttMs: 20 }];
};

const ENV = { channel: 'wechat', userAgent: 'test', width: 375, height: 812, recorder: '2.1.6', sdk: '', elder: false };

/** The documents of the edition on sale, as the page shows them. */
async function documents(server: RunningServer, visitor: Visitor) {
  const product = await visitor.value('productInfo', {});
  const rows = await server.deps.database.query<{ document_key: string; version: number; sha256: string }>(
    `select document_key, version, sha256 from documents where edition_code = $1`,
    [product.editionCode],
  );
  return product.documents
    .filter(({ key }) => REQUIRED.includes(key))
    .map(({ key: id, version }) => {
      const row = rows.find((one) => one.document_key === id && one.version === version);
      return { id, version, sha256: row?.sha256 ?? '' };
    });
}

const NEWS = ['order-saved', 'order-paid', 'policies-issued', 'recording-due'];

/** A whole sale: pages, every document to its end, consent, order, payment, policies. */
export async function recordSale(
  shop: Shop,
  person: Person,
  { clausesMs = 8_000, news = NEWS }: { readonly clausesMs?: number; readonly news?: readonly string[] } = {},
): Promise<{ trace: string; orderNo: string; visit: Visit }> {
  const server = shop.servers[0] as RunningServer;
  const visit = beginVisit(shop);
  const { trace, visitor } = visit;
  const page = (act: 'enter' | 'leave'): Mark => ['page', { route: '/confirm', act, title: '确认投保', build: '' }];
  const shown = (await documents(server, visitor)).flatMap((document): Mark[] => {
    const dwellMs = document.id === 'clauses' ? clausesMs : 4_000;
    const doc = (act: string, percent: number): Mark => ['doc', { ...document, act, percent, dwellMs }];
    return [doc('open', 0), doc('bottom', 100), doc('close', 100)];
  });
  await visit.record([['env', ENV], clockMark(shop), page('enter')]);
  shop.clock.advance(5_000);
  await visit.record(shown);
  shop.clock.advance(5_000);
  await visit.record([
    ['consent', { id: 'agree', textSha256: sha256('我已阅读并同意'), checked: true }],
    page('leave'),
  ]);
  await visitor.logIn(person);
  shop.clock.advance(1_000);
  const { orderNo } = await placeOrder(visitor, [person]);
  await pay(visitor, orderNo, shop.sandbox);
  await tellNews(shop, news);
  return { trace, orderNo, visit };
}

/** What follows from orders, by servers whose jobs stand still. */
export async function tellNews(shop: Shop, news: readonly string[] = NEWS): Promise<void> {
  for (const job of news) await shop.runJob(`outbox ${job}`);
}

/** Lets the servers seal what is quiet: captured, sealed, and both in the log. */
export async function seal(shop: Shop): Promise<void> {
  for (const job of ['evidence-capture', 'evidence-log', 'seal-recordings', 'evidence-log', 'evidence-stamps']) {
    await shop.runJob(job);
  }
}
