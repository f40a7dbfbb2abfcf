import { beijingDate, beijingMs } from '@huimin/domain/date';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { type Desk, signedIn } from './desk.ts';
import { type InventedSale, invent } from './report-people.ts';
import { openShop, type RunningServer, type Shop } from './shop.ts';

/** What the dashboard and the reports add up, of a population whose every figure is known. */
let shop: Shop;
let operations: Desk;
let outlet: Desk;
let channel: Desk;
let finance: Desk;
let edition: string;
let today: number;
let sales: InventedSale[];
const core = () => (shop.servers[0] as RunningServer).deps;

const HOUR_MS = 3_600_000;
const at = (day: number, hour: number, minute = 10) =>
  new Date(today + day * 24 * HOUR_MS + hour * HOUR_MS + minute * 60_000).toISOString();
const sale = (time: string, more: Partial<InventedSale> = {}): InventedSale => ({
  ...{ at: time, city: '320500', channel: null, method: 'wxpay', born: [1980], premiumFen: 15_800 },
  ...more,
});
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  await seedStaffOfDemonstration(core());
  today = beijingMs(beijingDate(shop.clock.now()));
  // Eleven in the morning and some minutes.
  shop.clock.advance(today + 24 * HOUR_MS + 11.1 * HOUR_MS - shop.clock.now());
  today += 24 * HOUR_MS;
  const chosen = core()
    .editions.all()
    .find(({ isDefault }) => isDefault);
  edition = chosen?.code ?? '';
  sales = [
    ...times(12, (i) => sale(at(0, 9), { born: [1980, 1950 + i] })),
    ...times(5, () => sale(at(0, 10), { city: '320600', method: 'xmybpay', refusals: ['42201', 'closed'] })),
    sale(at(0, 11, 1), { city: '320600', channel: 'demo-bank', method: 'alipay', recording: 'unrecorded' }),
    sale(at(0, 8), { isPaid: false, refusals: ['closed'] }),
    ...times(4, () => sale(at(-1, 9))),
    ...times(3, () => sale(at(-1, 15), { city: '320100', refundedAt: at(0, 3) })),
    ...times(11, () => sale(at(-5, 12), { city: '320300', born: [2015] })),
    // Before anybody counted, and before the seven days.
    ...times(2, () => sale(at(-60, 23, 59), { city: '320300' })),
  ];
  await invent(core(), edition, sales);
  operations = await signedIn(shop, 'yunying01');
  outlet = await signedIn(shop, 'wangdian01');
  channel = await signedIn(shop, 'qudao01');
  finance = await signedIn(shop, 'caiwu01');
  while ((await shop.runJob('reports')) > 0);
});
afterAll(() => shop?.close());

const paidIn = (from: string, to: string) =>
  sales.filter((one) => one.isPaid !== false && one.at >= from && one.at < to);
const peopleOf = (list: readonly InventedSale[]) => list.reduce((sum, { born }) => sum + born.length, 0);
const fenOf = (list: readonly InventedSale[]) => list.reduce((sum, one) => sum + one.born.length * one.premiumFen, 0);
const sumOf = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((sum, one) => sum + of(one), 0);

test('every figure of a period is the one of the population, and all of them add up', async () => {
  for (const [period, from, to] of [
    ['today', at(0, 0, 0), at(1, 0, 0)],
    ['yesterday', at(-1, 0, 0), at(0, 0, 0)],
    ['week', at(-6, 0, 0), at(1, 0, 0)],
    ['edition', at(-99, 0, 0), at(1, 0, 0)],
  ] as const) {
    const board = await operations.value('showDashboard', { period });
    const expected = paidIn(from, to);
    const sums = { people: peopleOf(expected), orders: expected.length, fen: fenOf(expected) };
    expect([period, { people: board.people, orders: board.orders, fen: board.receivedFen }]).toEqual([period, sums]);
    for (const rows of [board.times, board.cities]) {
      const added = {
        people: sumOf<{ people: number }>(rows, (row) => row.people),
        orders: sumOf<{ orders: number }>(rows, (row) => row.orders),
        fen: sumOf<{ fen: number }>(rows, (row) => row.fen),
      };
      expect([period, added]).toEqual([period, sums]);
    }
    expect(sumOf(board.methods, (row) => row.fen)).toBe(sums.fen);
    expect(sumOf(board.methods, (row) => row.orders)).toBe(sums.orders);
    expect(sumOf(board.methods, (row) => row.ended)).toBe(board.attempts.ended);
    expect(sumOf(board.failures, (row) => row.count)).toBe(board.attempts.ended - board.attempts.paid);
  }
  const board = await operations.value('showDashboard');
  expect(board).toMatchObject({
    soFar: { hour: 11, people: 29, before: 4 },
    attempts: { paid: 18, ended: 29 },
    refunds: { people: 3, orders: 3, fen: 3 * 15_800 },
    recorded: { whole: 18, all: 19 },
    failures: [
      { label: '没有付就关闭了', count: 6 },
      { label: '个人账户余额不足', count: 5 },
    ],
    funnel: [
      { step: '打开参保页', count: 0 },
      { step: '登录成功', count: 0 },
      { step: '提交订单', count: 19 },
      { step: '去付款', count: 19 },
      { step: '付款成功', count: 18 },
    ],
  });
  expect(board.times[9]).toMatchObject({ label: '9 时', people: 24, orders: 12, before: 4, isRunning: false });
  expect(board.times[11]).toMatchObject({ people: 1, isRunning: true });
});

test('counting again changes nothing, and what is new is there after the next round', async () => {
  const before = await operations.value('showDashboard', { period: 'edition' });
  expect(await shop.runJob('reports')).toBe(0);
  expect(await operations.value('showDashboard', { period: 'edition' })).toEqual(before);
  await invent(core(), edition, [sale(at(0, 11, 2), { city: '320700' })]);
  await shop.runJob('reports');
  expect((await operations.value('showDashboard', { period: 'edition' })).people).toBe(before.people + 1);
  // The night counts the day once more, and the next day begins at nothing.
  shop.clock.advance(16 * HOUR_MS);
  operations = await signedIn(shop, 'yunying01');
  while ((await shop.runJob('reports')) > 0);
  const next = await operations.value('showDashboard', { period: 'edition' });
  expect(next.people).toBe(before.people + 1);
  expect((await operations.value('showDashboard')).people).toBe(0);
  expect((await operations.value('showDashboard', { period: 'yesterday' })).people).toBe(31);
});

test('an outlet counts its city, a channel its own, and neither what is the whole province’s', async () => {
  outlet = await signedIn(shop, 'wangdian01');
  channel = await signedIn(shop, 'qudao01');
  finance = await signedIn(shop, 'caiwu01');
  const own = await outlet.value('showDashboard', { period: 'edition' });
  expect(own).toMatchObject({ people: 6, orders: 6 });
  expect(own.funnel.map(({ step }) => step)).toEqual(['提交订单', '去付款', '付款成功']);
  expect(own.waiting).toMatchObject({ refunds: null, differences: null });
  expect(await channel.value('showDashboard', { period: 'edition' })).toMatchObject({ people: 1, orders: 1 });
  // A city outside the scope is not more than the scope.
  expect(await outlet.value('showDashboard', { period: 'edition', city: '320500' })).toMatchObject({ people: 0 });
  expect((await finance.value('showDashboard')).waiting).toMatchObject({ refunds: 0, differences: 0, unissued: 0 });
});
