import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { type Desk, signedIn } from './desk.ts';
import { recordSale, seal } from './recorded-visit.ts';
import { openShop, type RunningServer, type Shop } from './shop.ts';

/** The regulator's workspace: samples that anybody can repeat, indicators that show nobody, every look noted. */
let shop: Shop;
let server: RunningServer;
let regulator: Desk;
const MINUTE = 60_000;
const today = () => new Date(shop.clock.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const sales: { trace: string; orderNo: string }[] = [];

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  server = shop.servers[0] as RunningServer;
  await seedStaffOfDemonstration(server.deps);
  sales.push(await recordSale(shop, people.linMei, { clausesMs: 26_000 }));
  sales.push(await recordSale(shop, people.father, { clausesMs: 2_000 }));
  regulator = await signedIn(shop, 'jianguan01');
});
afterAll(() => shop?.close());

test('a sample is drawn by a seed, kept, and repeated by whoever has the numbers', async () => {
  const days = { from: today(), to: today() };
  const { sampleNo } = await regulator.value('drawSample', { seed: '20251120-7F3A', size: 50, ...days });
  const { sample, orders, verdicts } = await regulator.value('showSample', { sampleNo });
  expect(sample).toMatchObject({ seed: '20251120-7F3A', population: 2, size: 2, ...days });
  const expected = sales
    .map(({ orderNo }) => [createHash('sha256').update(`20251120-7F3A${orderNo}`).digest('hex'), orderNo])
    .sort();
  expect(orders.map(({ hash, orderNo }) => [hash, orderNo])).toEqual(expected);
  expect(verdicts).toEqual([{ label: '还没封存', count: 2 }]);
  expect(JSON.stringify(orders)).not.toMatch(new RegExp(`${people.linMei.name}|${people.linMei.idNumber}`));

  // By the recipe on the page, with the tools of any system.
  const { same, population, recipe, differing } = await regulator.value('repeatSample', { sampleNo });
  expect({ same, population, differing }).toEqual({ same: true, population: 2, differing: [] });
  const script = recipe.replace('< orders.txt', `< <(printf '%s\\n' ${sales.map(({ orderNo }) => orderNo).join(' ')})`);
  const out = execFileSync('bash', ['-c', script], { encoding: 'utf8' });
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => line.split('  ')),
  ).toEqual(expected);

  // One of two, by another seed; an order paid later changes nothing of what was drawn.
  const one = await regulator.value('drawSample', { seed: 'other', size: 1, ...days });
  shop.clock.advance(MINUTE);
  const later = await recordSale(shop, people.mother);
  expect(await regulator.value('repeatSample', one)).toMatchObject({ same: true, population: 2 });
  expect((await regulator.value('showSample', one)).orders).toHaveLength(1);
  expect((await regulator.value('listSamples')).samples.map(({ seed }) => seed)).toEqual(['other', '20251120-7F3A']);
  sales.push(later);

  // What was altered afterwards is found.
  await server.deps.database.query(`delete from payments where order_id = $1`, [
    server.deps.numbers.orderId(sales[0]?.orderNo ?? ''),
  ]);
  expect(await regulator.value('repeatSample', { sampleNo })).toMatchObject({
    ...{ same: false, population: 1 },
    differing: [sales[0]?.orderNo],
  });
});

test('the evidence of a sample says what its checks said', async () => {
  shop.clock.advance(31 * MINUTE);
  await seal(shop);
  await shop.runJob('recording-digests');
  regulator = await signedIn(shop, 'jianguan01');
  const { sampleNo } = await regulator.value('drawSample', { seed: 'evidence', size: 2, from: today(), to: today() });
  const trace = sales[1]?.trace ?? '';
  expect((await regulator.value('showSample', { sampleNo })).verdicts).toEqual([{ label: '还没检查', count: 2 }]);
  await regulator.value('checkRecording', { trace });
  const { orders } = await regulator.value('showSample', { sampleNo });
  expect(orders.find((one) => one.trace === trace)).toMatchObject({
    ...{ verdict: 'intact', verdictLabel: '完整', dwellMs: 2_000, shortDwell: true, city: '苏州' },
  });
});

test('indicators show nothing that is made of fewer than ten, and count exactly', async () => {
  const few = await regulator.value('showIndicators', {});
  expect(few.indicators.map(({ value }) => value)).toEqual(['—', '—', '—', '—', '—', '—']);
  expect([few.failuresByCity, few.refundsBySource]).toEqual([[], []]);
  // Twenty times the last sale: its order, payment, attempt and recording.
  const { query } = server.deps.database;
  const of = server.deps.numbers.orderId(sales[2]?.orderNo ?? '');
  for (const [table, key, more] of [
    ['orders', 'id', { client_key: `o.client_key || n`, status: 'case when n <= 4 then 62 else 50 end' }],
    ['payments', 'order_id', { id: 'o.id + n', provider_txn: 'o.provider_txn || n' }],
    ['payment_attempts', 'order_id', { id: 'o.id + n', state: `case when n <= 5 then 'FAILED' else o.state end` }],
    ['order_recordings', 'order_id', {}],
  ] as const) {
    const columns = await query<{ column_name: string }>(
      `select column_name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'
       order by ordinal_position`,
      [table],
    );
    const names = columns.map(({ column_name: name }) => name);
    const values = names.map((name) =>
      name === key ? `o.${key} + n` : (more[name as keyof typeof more] ?? `o.${name}`),
    );
    await query(
      `insert into ${table} (${names}) select ${values} from ${table} o, generate_series(1, 20) n where o.${key} = $1`,
      [of],
    );
  }
  const { indicators, failuresByCity, refundsBySource } = await regulator.value('showIndicators', {});
  // The two that are left of before, and twenty more; all but one read eight seconds.
  expect(indicators.map(({ name, value }) => [name, value])).toEqual([
    ['条款停留中位数', '8 秒'],
    ['停留不足 5 秒的占比', '4.5%'],
    ['退保率', '18.2%'],
    ['付款失败率', '21.7%'],
    ['证据完整率', '100.0%'],
    ['万人投诉量', '0.0 件'],
  ]);
  expect(failuresByCity).toEqual([{ name: '苏州', share: 5 / 23 }]);
  expect(refundsBySource).toEqual([{ name: '直接', share: 4 / 22 }]);
  expect((await regulator.call('showIndicators', { from: '2026-02-30' })).code).not.toBe(200000);
  expect((await regulator.call('showIndicators', { from: '2026-02-02', to: '2026-02-01' })).code).not.toBe(200000);
});

test('each look is in the audit log, and whoever looked finds it', async () => {
  const { looks } = await regulator.value('listOwnLooks');
  expect(looks.map(({ title }) => title)).toEqual(expect.arrayContaining(['看指标', '抽样', '看抽样', '重算核对抽样']));
  const audit = await signedIn(shop, 'shenji01');
  const { entries } = await audit.value('listAuditLog', { what: 'drawSample' });
  expect(entries.map(({ who, detail }) => [who, detail])).toEqual([
    ['监管 01 jianguan01', '2 笔里抽 2，种子 evidence'],
    ['监管 01 jianguan01', '2 笔里抽 1，种子 other'],
    ['监管 01 jianguan01', '2 笔里抽 2，种子 20251120-7F3A'],
  ]);
});

test('the working paper and the numbers go out with a second person', async () => {
  const [sample] = (await regulator.value('listSamples')).samples;
  const filter = { sample: sample?.sampleNo ?? '' };
  const texts: string[] = [];
  for (const kind of ['inspection-paper', 'inspection-orders']) {
    expect(
      (await regulator.call('askTableExport', { kind, format: 'csv', filter: {}, reason: '检查用' })).code,
    ).not.toBe(200000);
    const { approvalNo } = await regulator.value('askTableExport', {
      kind,
      format: 'csv',
      filter,
      reason: '现场检查用',
    });
    const compliance = await signedIn(shop, 'hegui01');
    await compliance.value('decideApproval', { approvalNo, agree: true });
    await shop.runJob('table-exports');
    const [file] = (await regulator.value('listTableExports')).exports;
    const { consoleCalls } = await import('@huimin/contract/console');
    const answer = await regulator.send(consoleCalls.downloadTableExport, { exportNo: file?.exportNo });
    texts.push(await answer.text());
  }
  expect(texts[0]).toContain('evidence');
  expect(texts[0]?.trim().split('\n')).toHaveLength(3);
  expect(texts[1]).toMatch(/订单号\s+JS\d{19}\s/);
});
