import { sha256Hex } from '../bytes/index.ts';
import type { ServerEvent } from '../chunk/index.ts';
import { indexOfTable, packEvents, type RecordedEvent, tokenOf } from '../events/index.ts';
import { REQUIRED_DOCUMENTS } from '../journey/index.ts';
import { type CanonicalOrder, orderDigest } from '../sealed/index.ts';

/** Numbers from 0 up to, not including, 1, always the same for a seed. */
export type Chance = () => number;

/** mulberry32 */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const below = (chance: Chance, count: number): number => Math.floor(chance() * count);

export const bytesOf = (chance: Chance, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => below(chance, 256)));

const CLASSES = ['plan-card', 'person-row', 'agree', 'sheet', 'pay-bar', 'notice'];

/** What the build of the samples says anyway. */
export const SAMPLE_TABLE = [
  '.plan-card{border-radius:12px;background:var(--card);padding:16px}',
  '.agree{display:flex;gap:8px;align-items:flex-start;line-height:1.6}',
  ...REQUIRED_DOCUMENTS.map(({ title }) => `《${title}》请您认真阅读，并确认已了解全部内容。`),
];
export const SAMPLE_TABLE_JSON = JSON.stringify(SAMPLE_TABLE);
export const SAMPLE_TABLE_SHA256 = sha256Hex(SAMPLE_TABLE_JSON);

export const SAMPLE_DOCUMENTS = REQUIRED_DOCUMENTS.map(({ id, title }) => {
  const content = Buffer.from(`${title}\n\n这是样例文件，不是任何产品的条款。\n`);
  return { id, version: 1, sha256: sha256Hex(content), content };
});

export const SAMPLE_STYLE = Buffer.from('.plan-card{border-radius:12px}\n');
export const SAMPLE_BUILD_LIST = Buffer.from(
  `${JSON.stringify({
    build: 'sample-build',
    table: SAMPLE_TABLE_SHA256,
    assets: [
      { path: '/assets/app.css', sha256: sha256Hex(SAMPLE_STYLE), type: 'text/css', bytes: SAMPLE_STYLE.length },
    ],
  })}\n`,
);
export const SAMPLE_BUILD = 'sample-build';

const NAMES = ['林梅', '陈海', '周岚', '吴静', '郑航'];

/** One purchase, as the phone told it and as the server did. */
export interface SampleWalk {
  /** By tab; strings stand as their number in the table. */
  events: RecordedEvent[];
  values: { k: number; v: string }[];
  server: ServerEvent[];
  order: CanonicalOrder | null;
  endedAt: number;
}

/** How a house names what its rows say of an order. */
export interface SampleHouse {
  orderNo(number: number): string;
  policies(orderNo: string, count: number): string[];
}

/** `strolls`: how often the first page is touched. */
export function sampleWalk(
  chance: Chance,
  startedAt: number,
  orderNo: string | null,
  strolls: number,
  house?: SampleHouse,
): SampleWalk {
  let at = startedAt;
  const events: RecordedEvent[] = [];
  const values: { k: number; v: string }[] = [];
  const wait = (least: number, more: number): number => {
    at += least + below(chance, more);
    return at;
  };
  const mark = (tag: string, payload: object) =>
    events.push({ type: 5, timestamp: wait(5, 300), data: { tag, payload } });
  const page = (route: string, act: 'enter' | 'leave') =>
    mark('page', { route, act, title: `样例 ${route}`, build: SAMPLE_BUILD });
  const picture = () => {
    const nodes = Array.from({ length: 6 + below(chance, 10) }, (_, id) => ({
      type: 2,
      id,
      attributes: { class: CLASSES[below(chance, CLASSES.length)] },
      textContent: SAMPLE_TABLE[below(chance, SAMPLE_TABLE.length)],
    }));
    events.push({
      type: 2,
      timestamp: wait(5, 40),
      data: { node: { type: 0, childNodes: nodes }, initialOffset: { left: 0, top: 0 } },
    });
  };
  const touch = (count: number) => {
    for (let n = 0; n < count; n++) {
      const positions = [{ x: below(chance, 390), y: below(chance, 844), id: below(chance, 60), timeOffset: 0 }];
      events.push({ type: 3, timestamp: wait(40, 900), data: { source: 6, positions } });
    }
  };
  const type = (id: string, text: string) => {
    const k = values.length + 1;
    values.push({ k, v: text });
    events.push({
      type: 3,
      timestamp: wait(300, 900),
      data: { source: 5, text: tokenOf(k), isChecked: false, id: 20 + k },
    });
    mark('field', { id, valid: true });
  };
  const env = {
    channel: 'wechat',
    userAgent: 'sample',
    width: 390,
    height: 844,
    recorder: '2.1.6',
    sdk: '1',
    elder: false,
  };
  mark('env', env);
  const serverAt = wait(20, 60);
  mark('clock', { serverAt: serverAt + below(chance, 900) - 400, clientAt: serverAt, rttMs: 20 + below(chance, 80) });
  page('index', 'enter');
  picture();
  touch(strolls);
  page('index', 'leave');
  page('insure', 'enter');
  picture();
  type('name', NAMES[below(chance, NAMES.length)] as string);
  type('phone', `1380000${String(below(chance, 10_000)).padStart(4, '0')}`);
  for (const { id, version, sha256 } of SAMPLE_DOCUMENTS) {
    const opened = at;
    const told = (act: string, percent: number) =>
      mark('doc', { id, version, sha256, act, percent, dwellMs: at - opened });
    told('open', 0);
    touch(1 + below(chance, 4));
    told('scroll', 50);
    told('bottom', 100);
    told('close', 100);
  }
  mark('consent', { id: 'agree', textSha256: sha256Hex('我已阅读并同意'), checked: true });
  if (orderNo === null) return { events: packed(events), values, server: [], order: null, endedAt: at };
  const savedAt = wait(4_000, 900);
  const order: CanonicalOrder = {
    orderNo,
    edition: 'js26',
    plan: chance() < 0.5 ? 'standard' : 'plus',
    insuredCount: 1 + below(chance, 4),
    premiumFen: 9_900 + below(chance, 9) * 3_000,
    savedAt,
    documents: SAMPLE_DOCUMENTS.map(({ id, version, sha256 }) => ({ id, version, sha256 })).toSorted((a, b) =>
      house === undefined || a.id === b.id ? 0 : a.id < b.id ? -1 : 1,
    ),
  };
  mark('order', { orderNo });
  page('insure', 'leave');
  page('pay', 'enter');
  touch(1 + below(chance, 3));
  page('pay', 'leave');
  const amount = { orderNo, amountFen: order.premiumFen };
  const server: ServerEvent[] = [
    { what: 'bound', at: startedAt + 400, facts: { session: sha256Hex(orderNo).slice(0, 16) } },
    { what: 'order-saved', at: savedAt, facts: { ...order, digest: orderDigest(order) } },
    { what: 'payment-asked', at: wait(500, 900), facts: { ...amount, channel: 'wechat' } },
    { what: 'payment-result', at: wait(3_000, 9_000), facts: paidFacts(order, house) },
    { what: 'policies-issued', at: wait(800, 900), facts: issuedFacts(order, house) },
  ];
  return { events: packed(events), values, server, order, endedAt: at };
}

/** The number of a payment, with it and with the provider. */
export const samplePayment = (orderNo: string): { payment: string; transaction: string } => ({
  payment: `P${orderNo}`,
  transaction: `T${orderNo}`,
});

function paidFacts({ orderNo, premiumFen: amountFen }: CanonicalOrder, house?: SampleHouse): Record<string, unknown> {
  if (!house) return { orderNo, amountFen, result: 'paid' };
  const { payment, transaction } = samplePayment(orderNo);
  const of = { provider: 'wechat-pay', purpose: 'premium', transaction: sha256Hex(transaction) };
  return { orderNo, payment, result: 'paid', amountFen, ...of };
}

const issuedFacts = ({ orderNo, insuredCount }: CanonicalOrder, house?: SampleHouse): Record<string, unknown> =>
  house ? { orderNo, policies: house.policies(orderNo, insuredCount) } : { orderNo, count: insuredCount };

const packed = (events: RecordedEvent[]): RecordedEvent[] => packEvents(events, indexOfTable(SAMPLE_TABLE));
