import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { conductJobs } from '../../apps/server/src/features/inspection/index.ts';
import { type Desk, signedIn } from './desk.ts';
import { recordSale, seal, type Visit } from './recorded-visit.ts';
import { openShop, type RunningServer, type Shop } from './shop.ts';

/** The regulator's workspace: samples that anybody can repeat, indicators that show nobody, every look noted. */
let shop: Shop;
let server: RunningServer;
let regulator: Desk;
const MINUTE = 60_000;
const today = () => new Date(shop.clock.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const sales: { trace: string; orderNo: string; visit: Visit }[] = [];
const count = async () => {
  while ((await shop.runJob('conduct')) > 0);
};
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** What anybody does who has the list and the lines of the page. */
function repeated(recipe: string, list: readonly string[]): string[] {
  const script = recipe.replaceAll('orders.txt', '"$list"');
  const list_ = `list=$(mktemp); printf '%s\\n' ${list.join(' ')} > "$list"\n${script}\nrm "$list"`;
  return execFileSync('sh', ['-c', list_], { encoding: 'utf8' }).trim().split('\n');
}

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
  // Who paid in the last minute is not drawn yet.
  shop.clock.advance(MINUTE + 1);
  const days = { from: today(), to: today() };
  const { sampleNo } = await regulator.value('drawSample', { seed: '20251120-7F3A', size: 50, ...days });
  const { sample, orders, verdicts } = await regulator.value('showSample', { sampleNo });
  expect(sample).toMatchObject({ seed: '20251120-7F3A', population: 2, size: 2, method: 2, ...days });
  const list = sales.map(({ orderNo }) => orderNo);
  expect(orders.map(({ orderNo }) => orderNo).sort()).toEqual([...list].sort());
  expect(orders.map(({ drawnBy, orderNo }) => [drawnBy, orderNo])).toEqual(
    orders.map(({ orderNo }) => [`名单第 ${list.indexOf(orderNo) + 1} 笔`, orderNo]),
  );
  expect(verdicts).toEqual([{ label: '还没封存', count: 2 }]);
  expect(JSON.stringify(orders)).not.toMatch(new RegExp(`${people.linMei.name}|${people.linMei.idNumber}`));

  // By the recipe on the page, with the tools of any system.
  const { same, population, recipe, differing } = await regulator.value('repeatSample', { sampleNo });
  expect({ same, population, differing }).toEqual({ same: true, population: 2, differing: [] });
  expect(repeated(recipe, list)).toEqual(orders.map(({ orderNo }) => orderNo));

  // Drawn in former years, by the smallest hashes of all: repeated as it was drawn.
  const byHash = list
    .map((orderNo) => [sha256(`2025-1-${orderNo}`), orderNo] as const)
    .sort()
    .slice(0, 1);
  const [former] = await server.deps.database.query<{ id: number }>(
    `insert into inspection_samples (drawn_by, drawn_at, seed, from_day, to_day, population, order_ids)
     select drawn_by, drawn_at, '2025-1-', from_day, to_day, population, $1::bigint[] from inspection_samples returning id`,
    [byHash.map(([, orderNo]) => server.deps.numbers.orderId(orderNo))],
  );
  const formerNo = { sampleNo: String(former?.id) };
  expect(
    (await regulator.value('showSample', formerNo)).orders.map(({ drawnBy, orderNo }) => [drawnBy, orderNo]),
  ).toEqual(byHash);
  const again = await regulator.value('repeatSample', formerNo);
  expect(again).toMatchObject({ same: true, population: 2 });
  expect(repeated(again.recipe, list)).toEqual(byHash.map((pair) => pair.join('  ')));
  await server.deps.database.query('delete from inspection_samples where method = 1', []);

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
  const noted = await server.deps.database.query('select 1 as one from evidence_recordings where noted_at = $1', [
    new Date(shop.clock.now()),
  ]);
  expect(noted).toHaveLength(3);
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
  expect(await regulator.value('showIndicators', {})).toMatchObject({ at: null, indicators: [] });
  await count();
  const few = await regulator.value('showIndicators', {});
  expect(few.indicators.map(({ value }) => value)).toEqual(['—', '—', '—', '—', '—', '—']);
  expect([few.failuresByCity, few.refundsBySource]).toEqual([[], []]);
  // Twenty times the last sale: its order, payment, attempt and recording.
  const { query } = server.deps.database;
  const of = server.deps.numbers.orderId(sales[2]?.orderNo ?? '');
  const now = `'${new Date(shop.clock.now()).toISOString()}'::timestamptz`;
  for (const [table, key, more] of [
    ['orders', 'id', { client_key: `o.client_key || n`, status: 'case when n <= 4 then 62 else 50 end' }],
    [
      'payments',
      'order_id',
      { id: 'o.id + n', provider_txn: 'o.provider_txn || n', received_at: `${now} - n * interval '1 second'` },
    ],
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
  shop.clock.advance(6 * MINUTE);
  await count();
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
  const far = await regulator.call('showIndicators', { from: '1900-01-01', to: '3999-12-31' });
  expect(far).toMatchObject({ code: 400100, message: '一次最多看十年，请缩短日期' });
});

/** The same, counted from the rows themselves: what the figures by day have to be at any time. */
const FRESH = `
  select to_char(p.received_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, o.city, count(*)::integer as orders,
    sum(o.insured_count)::integer as people, count(*) filter (where o.status in (60, 61, 62))::integer as refunded,
    count(b.state)::integer as recorded,
    count(*) filter (where b.state = 'bound' and coalesce(e.gaps, d.gaps, 0) = 0
      and coalesce(e.verdict, 'intact') not in ('altered', 'incomplete'))::integer as complete,
    percentile_disc(0.5) within group (order by floor(g.ms / 1000))::integer as median
  from payments p join orders o on o.id = p.order_id
    left join order_recordings b on b.order_id = o.id
    left join evidence_recordings e on e.trace = b.trace and b.state = 'bound'
    left join recording_digests d on d.trace = b.trace and b.state = 'bound'
    left join lateral (select sum(r.dwell_ms) as ms from recording_readings r
      where r.trace = b.trace and b.state = 'bound' and r.document = 'clauses') g on true
  where p.purpose = 'premium' group by 1, 2 order by 1, 2`;
const KEPT = `
  select to_char(c.day, 'YYYY-MM-DD') as day, c.city, sum(c.orders)::integer as orders, sum(c.people)::integer as people,
    sum(c.refunded)::integer as refunded, sum(c.recorded)::integer as recorded, sum(c.complete)::integer as complete,
    (select percentile_disc(0.5) within group (order by u.second)::integer
     from conduct_readings r cross join lateral unnest(r.seconds, r.sales) as u(second, sales)
       cross join lateral generate_series(1, u.sales) where r.day = c.day and r.city = c.city and r.channel = '*') as median
  from conduct_days c group by c.day, c.city order by 1, 2`;

test('whatever changes long after a sale is in the figures of its day', async () => {
  const { query } = server.deps.database;
  const of = server.deps.numbers.orderId(sales[2]?.orderNo ?? '') ?? 0n;
  const figures = async () => {
    expect(await query(KEPT, [])).toEqual(await query(FRESH, []));
    const [attempts] = await query<{ ended: number; failed: number }>(
      'select sum(ended)::integer as ended, sum(failed)::integer as failed from conduct_attempts',
      [],
    );
    return JSON.stringify([await query(KEPT, []), attempts]);
  };
  let before = await figures();
  const firstDay = today();
  const now = () => new Date(shop.clock.now());
  const changes: [what: string, change: () => Promise<unknown>][] = [
    [
      'asked to be given back',
      () =>
        query(
          `with back as (update orders set status = 60 where id = $1::bigint + 7)
           insert into refunds (shard, id, order_id, payment_id, refund_no, amount_fen, reason, state, created_at)
           select shard, id, order_id, id, 'R' || id, 1, 'asked', 'REVIEWING', $2 from payments where order_id = $1::bigint + 7`,
          [of, now()],
        ),
    ],
    [
      'not agreed to',
      () =>
        query(
          `with stands as (update orders set status = 50 where id = $1::bigint + 7)
           update refunds set state = 'REJECTED', settled_at = $2 where order_id = $1::bigint + 7`,
          [of, now()],
        ),
    ],
    [
      'insured in another city',
      () =>
        query(
          `with moved as (update orders set city = '320100' where id = $1::bigint + 8)
           insert into changes (shard, id, order_id, user_id, client_key, subject, insured_id, status, reason, items_sealed,
             fields, further_order_ids, created_at, submitted_at, decided_at)
           select shard, 1, id, user_id, 'late', 'insured', 1, 'APPROVED', 'wrong-details', '', '{region}', '{}', $2, $2, $2
           from orders where id = $1::bigint + 8`,
          [of, now()],
        ),
    ],
    [
      'the visit went on, with the clauses open',
      async () => {
        const clauses = { id: 'clauses', version: 1, sha256: sha256('clauses'), act: 'open', percent: 0, dwellMs: 0 };
        await sales[2]?.visit.record([
          ['doc', clauses],
          ['doc', { ...clauses, act: 'close', dwellMs: 90_000 }],
        ]);
        shop.clock.advance(2 * MINUTE);
        await shop.runJob('recording-digests');
      },
    ],
    [
      'sealed anew, with something missing',
      async () => {
        const trace = sales[2]?.trace ?? '';
        await query(`update evidence_recordings set gaps = 1, noted_at = $2 where trace = $1`, [trace, now()]);
      },
    ],
    [
      'an attempt that had failed brought its money',
      () =>
        query(
          `with paid as (update payment_attempts set state = 'SUCCESS' where order_id = $1::bigint + 2)
           update payments set received_at = $2 where order_id = $1::bigint + 2`,
          [of, now()],
        ),
    ],
  ];
  for (const [what, change] of changes) {
    shop.clock.advance(3 * 86_400_000);
    await count();
    await change();
    shop.clock.advance(6 * MINUTE);
    await count();
    const after = await figures();
    expect(after, what).not.toBe(before);
    before = after;
  }
  // All of it once more, a sale or two at a time, with every other step lost before it was kept.
  const { database } = server.deps;
  let steps = 0;
  const transaction: typeof database.transaction = (work) =>
    database.transaction(async (inner) => {
      const done = await work(inner);
      steps += 1;
      if (steps % 2 === 0) throw new Error('killed');
      return done;
    });
  const [job] = conductJobs({ ...server.deps, database: { ...database, transaction } }, 2);
  await query('update conduct_progress set seen_until = null', []);
  for (let done = 1; done > 0; ) done = (await job?.run().catch(() => 1)) ?? 0;
  expect(steps).toBeGreaterThan(22);
  expect(await figures()).toBe(before);
  // A draw goes by what is kept of hours that are over, a repetition by the payments: both find the same.
  regulator = await signedIn(shop, 'jianguan01');
  const days = { from: firstDay, to: today() };
  const drawn = await regulator.value('drawSample', { seed: 'of-many', size: 9, ...days });
  expect(await regulator.value('repeatSample', drawn)).toMatchObject({ same: true, population: 22 });
  const [hours] = await query<{ orders: number }>('select sum(orders)::integer as orders from conduct_hours', []);
  expect(hours?.orders).toBe(22);
  // Nothing else is counted again and again.
  shop.clock.advance(3_600_000);
  await count();
  expect(await query('select hour from conduct_due', [])).toEqual([]);
  await query('delete from inspection_samples where seed = $1', ['of-many']);
  regulator = await signedIn(shop, 'jianguan01');
});

test('each look is in the audit log, and whoever looked finds it', async () => {
  const { looks } = await regulator.value('listOwnLooks');
  expect(looks.map(({ title }) => title)).toEqual(expect.arrayContaining(['看指标', '抽样', '看抽样', '重算核对抽样']));
  const audit = await signedIn(shop, 'shenji01');
  const { entries } = await audit.value('listAuditLog', { what: 'drawSample' });
  expect(entries.map(({ who, detail }) => [who, detail])).toEqual([
    ['监管 01 jianguan01', '22 笔里抽 9，种子 of-many'],
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
