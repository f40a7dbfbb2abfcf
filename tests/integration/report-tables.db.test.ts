import { consoleCalls, type ReportValue } from '@huimin/contract/console';
import { addDays, beijingDate, beijingMs } from '@huimin/domain/date';
import { consortiumOf } from '@huimin/domain/product';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { type Desk, signedIn } from './desk.ts';
import { type InventedSale, invent } from './report-people.ts';
import { openShop, type RunningServer, type Shop } from './shop.ts';

/** The reports, of a population whose every figure is known: exact where shown, and never a small number. */
let shop: Shop;
let finance: Desk;
let edition: string;
/** The first day of a month that is over; the month after it runs. */
let first: string;
let sales: InventedSale[];
const core = () => (shop.servers[0] as RunningServer).deps;

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const dayAt = (offset: number, hour = 9) =>
  new Date(beijingMs(addDays(first, offset)) + hour * 3_600_000).toISOString();
const dayOf = (iso: string) => beijingDate(Date.parse(iso));
const sale = (at: string, more: Partial<InventedSale> = {}): InventedSale => ({
  ...{ at, city: '320500', channel: null, method: 'wxpay', born: [1980], premiumFen: 15_800 },
  ...more,
});
const month = (offset: number) => addDays(first, offset).slice(0, 7);

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  await seedStaffOfDemonstration(core());
  first = `${addDays(`${beijingDate(shop.clock.now()).slice(0, 7)}-01`, 40).slice(0, 7)}-01`;
  const next = `${addDays(first, 40).slice(0, 7)}-01`;
  shop.clock.advance(beijingMs(addDays(next, 6)) + 3 * 3_600_000 - shop.clock.now());
  edition =
    core()
      .editions.all()
      .find(({ isDefault }) => isDefault)?.code ?? '';
  const nextOffset = (beijingMs(next) - beijingMs(first)) / 86_400_000;
  sales = [
    // A day of 12 and 3: both are hidden. The same cities on the next, so that the sums may be shown.
    ...times(12, (i) => sale(dayAt(0), { refusals: i < 4 ? ['closed'] : [] })),
    ...times(3, () => sale(dayAt(0), { city: '320100', born: [1950] })),
    ...times(14, () => sale(dayAt(1), { born: [2015] })),
    ...times(8, () => sale(dayAt(1), { city: '320100', method: 'xmybpay', refusals: ['42201'] })),
    // Days of few, which are one row.
    ...times(4, () => sale(dayAt(3), { city: '320600' })),
    ...times(7, () => sale(dayAt(4), { city: '320600', born: [1980, 1990] })),
    // Enough of everything, and given back later.
    ...times(30, (i) => sale(dayAt(6), { city: i < 15 ? '320500' : '320100', refundedAt: dayAt(8 + (i % 2)) })),
    // The month that runs.
    ...times(11, () => sale(dayAt(nextOffset), { city: '320500' })),
    ...times(10, () => sale(dayAt(nextOffset), { city: '320600', method: 'alipay' })),
    ...times(5, () => sale(dayAt(nextOffset + 4))),
  ];
  await invent(core(), edition, sales);
  finance = await signedIn(shop, 'caiwu01');
  while ((await shop.runJob('reports')) > 0);
});
afterAll(() => shop?.close());

const peopleOf = (list: readonly InventedSale[]) => list.reduce((sum, { born }) => sum + born.length, 0);
const column = ({ columns }: ReportValue, name: string) => columns.findIndex((one) => one.name === name);
const cellOf = (report: ReportValue, row: string, name: string) =>
  (report.rows.find((one) => one.name === row) ?? report.feet.find((one) => one.name === row))?.cells[
    column(report, name)
  ];
const CITY = { '320500': '苏州', '320100': '南京', '320600': '南通' } as const;

test('a month by day and city is the population’s, small cells and what would tell them left out', async () => {
  const report = await finance.value('showReport', { report: 'sales', by: 'city', month: month(0) });
  expect(report.months).toEqual([month(40), month(0)]);
  expect(report.rows.map(({ name }) => name)).toEqual([
    ...[first, addDays(first, 1)],
    `${addDays(first, 3)} 到 ${addDays(first, 4).slice(5)}`,
    addDays(first, 6),
  ]);
  const days = [[0], [1], [3, 4], [6]];
  for (const [index, { name, cells }] of report.rows.entries()) {
    const found = sales.filter(({ at }) => days[index]?.some((day) => dayOf(at) === addDays(first, day)));
    expect([name, cells.at(-1)]).toEqual([name, peopleOf(found)]);
    for (const [code, city] of Object.entries(CITY)) {
      const here = peopleOf(found.filter((one) => one.city === code));
      const shown = cells[column(report, city)];
      expect([name, city, shown === null || shown === here]).toEqual([name, city, true]);
      if (here > 0 && here < 10) expect([name, city, shown]).toEqual([name, city, null]);
    }
  }
  expect(cellOf(report, first, '苏州')).toBeNull();
  expect(cellOf(report, addDays(first, 6), '苏州')).toBe(15);
  // Two days hide the same two, so their sums tell neither.
  expect(cellOf(report, '合计', '苏州')).toBe(41);
  expect(cellOf(report, '合计', '南京')).toBe(26);
  expect(cellOf(report, '合计', '合计')).toBe(15 + 22 + 18 + 30);
  expect(report.figures.map(({ value }) => value)).toEqual([85, 85 * 15_800, 30]);
  // Every way to tell them apart has the same rows with the same sums, and money hides what people hide.
  for (const by of ['band', 'channel', 'method']) {
    const other = await finance.value('showReport', { report: 'sales', by, month: month(0) });
    expect([by, other.rows.map((row) => [row.name, row.cells.at(-1)])]).toEqual([
      by,
      report.rows.map((row) => [row.name, row.cells.at(-1)]),
    ]);
    const money = await finance.value('showReport', { report: 'sales', by, measure: 'fen', month: month(0) });
    const expected = other.rows.map(({ cells }) => cells.map((count) => (count === null ? null : count * 15_800)));
    expect([by, money.rows.map(({ cells }) => cells)]).toEqual([by, expected]);
  }
  const bands = await finance.value('showReport', { report: 'sales', by: 'band', month: month(0) });
  expect(cellOf(bands, addDays(first, 6), '41 到 60 岁')).toBe(30);
  expect(cellOf(bands, addDays(first, 1), '17 岁及以下')).toBeNull();
  expect(cellOf(bands, first, '71 岁及以上')).toBeNull();
});

test('a month that runs has no sums, and its days stay as they were when it is over', async () => {
  const running = await finance.value('showReport', { report: 'sales', by: 'city' });
  expect(running.month).toBe(month(40));
  // Five of the day after wait for others.
  expect(running.rows).toHaveLength(1);
  expect(running.feet[0]?.cells).toEqual([null, null, 21]);
  const all = await finance.value('showReport', { report: 'sales', by: 'city', month: 'all' });
  expect(all.rows.map(({ name, cells }) => [name, cells.at(-1)])).toEqual([
    [month(0), 85],
    [`${month(40)}（没过完）`, 21],
  ]);
  shop.clock.advance(40 * 86_400_000);
  finance = await signedIn(shop, 'caiwu01');
  while ((await shop.runJob('reports')) > 0);
  const over = await finance.value('showReport', { report: 'sales', by: 'city', month: month(40) });
  expect(over.rows).toEqual(running.rows);
  expect(over.feet[0]?.cells).toEqual([11, 10, 21]);
});

test('refunds, failures and the insurers’ parts are exact and add up', async () => {
  const refunds = await finance.value('showReport', { report: 'refunds', by: 'city', month: month(0) });
  expect(refunds.rows.map(({ cells }) => cells.at(-1))).toEqual([15, 15]);
  expect(refunds.figures.map(({ value }) => value)).toEqual([30, 30 * 15_800, 30 / 78]);
  const failures = await finance.value('showReport', { report: 'failures', by: 'reason', month: month(0) });
  // Four and eight are one row, in which neither is shown.
  expect(failures.rows).toMatchObject([{ cells: [null, null, 12] }]);
  expect(failures.figures.map(({ value }) => value)).toEqual([12, 78, 12 / 90]);
  const premium = await finance.value('showReport', { report: 'premium' });
  const members = consortiumOf(core().editions.edition(edition)?.document.insuranceCompany ?? []);
  const [received = 0, back = 0, ...rest] = (premium.feet[0]?.cells ?? []) as number[];
  expect([received, back]).toEqual([106 * 15_800, 30 * 15_800]);
  expect(rest.at(-1)).toBe(received - back);
  expect(rest).toHaveLength(members.length + 1);
  expect(rest.slice(0, -1).reduce((sum, fen) => sum + fen, 0)).toBe(received - back);
});

test('a report is a file when another person agreed, with nothing in it that the page hides', async () => {
  const compliance = await signedIn(shop, 'hegui01');
  const fileOf = async (kind: string, filter: Record<string, string>) => {
    const asked = await finance.value('askTableExport', { kind, format: 'csv', filter, reason: '月报留底备查' });
    await compliance.value('decideApproval', { approvalNo: asked.approvalNo, agree: true });
    expect(await shop.runJob('table-exports')).toBe(1);
    const [made] = (await finance.value('listTableExports')).exports;
    const file = await finance.send(consoleCalls.downloadTableExport, { exportNo: made?.exportNo });
    return (await file.text()).replace('\uFEFF', '').trim().split('\r\n');
  };
  expect(await fileOf('report-sales', { by: 'city', month: month(0) })).toEqual([
    '日期,南京,苏州,南通,合计',
    `${first},不显示,不显示,0,15`,
    `${addDays(first, 1)},不显示,不显示,0,22`,
    `${addDays(first, 3)} 到 ${addDays(first, 4).slice(5)},0,0,18,18`,
    `${addDays(first, 6)},15,15,0,30`,
    '合计,26,41,18,85',
  ]);
  const day = await fileOf('daily-report', { day: addDays(first, 6) });
  expect(day.slice(0, 4)).toEqual([
    '部分,日期,分类,人数或次数,金额（元）',
    `参保，按医保地,${addDays(first, 6)},南京,15,2370.00`,
    `参保，按医保地,${addDays(first, 6)},苏州,15,2370.00`,
    `参保，按医保地,${addDays(first, 6)},合计,30,4740.00`,
  ]);
  const wrong = { kind: 'daily-report', format: 'csv', filter: { day: '2099-01-01' }, reason: '月报留底备查' } as const;
  expect((await finance.call('askTableExport', wrong)).code).not.toBe(200000);
});

test('people insured again, claims with their corrections and withheld premiums are counted once and stay', async () => {
  const { query } = core().database;
  const former = await finance.value('showReport', { report: 'claims' });
  expect(former.rows).toEqual([]);
  // Claims of a file, of which a later one tells two otherwise.
  const tell = async (cases: readonly { no: number; status: string; fen: number | null; days: number }[]) => {
    const [file] = await query<{ id: string }>(
      `insert into claim_files (day, given_by, state, sha256, size_bytes, arrived_at, finished_at)
       values ($1::date, 'x', 'imported', $2, 1, $3, $3) returning id`,
      [first, `${shop.clock.now()}`, new Date(shop.clock.now())],
    );
    for (const { no, status, fen, days } of cases) {
      await query(
        `insert into claim_cases (shard, case_no, person_index, person_sealed, edition_code, rule_version, policy_no, one_stop,
           kind, visit_from, visit_to, accepted_on, paid_on, status, missing_papers, ratio_class, payable_fen, data_as_of,
           facts_hash, day, file_id)
         values (1, $1, '\\x00', '\\x00', $2, 1, 'P', false, 'inpatient', $3::date, $3::date, $3::date, $3::date + $4::integer, $5, '', 'x',
           $6, $3::date, '\\x00', $3::date, $7)
         on conflict (shard, case_no) do update set status = excluded.status, payable_fen = excluded.payable_fen,
           paid_on = excluded.paid_on, file_id = excluded.file_id`,
        [`C${no}`, edition, first, days, status, fen, file?.id],
      );
    }
    while ((await shop.runJob('reports')) > 0);
    shop.clock.advance(86_400_000);
    while ((await shop.runJob('reports')) > 0);
  };
  await tell([
    ...times(12, (no) => ({ no, status: 'paid', fen: 100_000, days: 4 })),
    ...times(11, (no) => ({ no: 100 + no, status: 'refused', fen: null, days: 2 })),
    { no: 200, status: 'reviewing', fen: null, days: 0 },
  ]);
  await tell([
    { no: 0, status: 'paid', fen: 100_000, days: 4 },
    { no: 1, status: 'paid', fen: 300_000, days: 8 },
    ...times(11, (no) => ({ no: 300 + no, status: 'paid', fen: 50_000, days: 1 })),
  ]);
  shop.clock.advance(40 * 86_400_000);
  finance = await signedIn(shop, 'caiwu01');
  while ((await shop.runJob('reports')) > 0);
  const claims = await finance.value('showReport', { report: 'claims' });
  const paidFen = 11 * 100_000 + 300_000 + 11 * 50_000;
  expect(claims.feet[0]?.cells).toEqual([23, paidFen, (11 * 4 + 8 + 11) / 23, 11, 34]);
  expect(claims.figures.at(-1)?.value).toBe(paidFen / ((106 - 30) * 15_800));

  // Ten of those insured in the first month had a policy of the year before; their city's row is of ten.
  const again = await query<{ id: bigint; person_index: Buffer; order_id: bigint }>(
    `select i.id, i.order_id, decode(lpad(i.id::text, 64, '0'), 'hex') as person_index from insured i
     where i.shard = 1 order by i.id limit 10`,
  );
  for (const { id, order_id, person_index } of again) {
    await query('update insured set person_index = $2 where shard = 1 and id = $1', [id, person_index]);
    await query(
      `insert into policies (shard, id, order_id, user_id, edition_code, edition_year, status, premium_fen, created_at, issued_at)
       values (1, $1, $2, 1, 'former', 2025, 2, 1, now(), now())`,
      [-id, order_id],
    );
    await query('insert into policies_by_person (person_index, policy_id, shard) values ($1, $2, 1)', [
      person_index,
      -id,
    ]);
  }
  const attempts = await query<{ id: bigint }>(
    `update payment_attempts set by_contract = true where id in (
       select id from payment_attempts where state = 'SUCCESS' order by id limit 20) or refusal = '42201' returning id`,
  );
  expect(attempts).toHaveLength(28);
  // Two complaints, one of them about no order, which is about what is on sale.
  for (const [id, order] of [
    [1, again[0]?.order_id],
    [2, null],
  ]) {
    await query(
      `insert into complaints (shard, id, user_id, client_key, category, order_id, words_sealed, status, filed_at, due_at, evidence)
       values (1, $1, 1, $1::bigint::text, 'sale', $2, '\\x00', 'submitted', $3, $3, 'none')`,
      [id, order, dayAt(20)],
    );
  }
  // Everything is counted anew, as after a migration.
  await query('update report_progress set closed_until = null');
  while ((await shop.runJob('reports')) > 0);
  const renewal = await finance.value('showReport', { report: 'renewal', by: 'city', month: month(0) });
  expect(renewal.rows).toMatchObject([{ name: first, cells: [10, 10] }]);
  expect(renewal.figures[0]?.value).toBe(10);
  const withheld = await finance.value('showReport', { report: 'withholding', by: 'city', month: month(0) });
  // Five that worked and eight that did not are one row, so the month tells of neither.
  expect(withheld.figures.map(({ value }) => value)).toEqual([28, null, null, null]);
  const conduct = await finance.value('showReport', { report: 'conduct' });
  expect(conduct.rows[0]).toEqual({ name: month(0), cells: [null, null, 1, Math.round(200_000 / 85) / 10, null] });
  expect(await finance.value('showReport', { report: 'claims' })).toEqual(claims);
});

test('an outlet’s report is its city’s, and nobody gets a report that there is not', async () => {
  const outlet = await signedIn(shop, 'wangdian01');
  const own = await outlet.value('showReport', { report: 'sales', by: 'city', month: 'all' });
  expect(own.columns.map(({ name }) => name)).toEqual(['南通', '合计']);
  expect(own.figures[0]?.value).toBe(28);
  for (const input of [
    { report: 'sales', by: 'person' },
    { report: 'sales', measure: 'names' },
    { report: 'sales', edition: 'noedition' },
  ] as const) {
    expect((await finance.call('showReport', input)).code).not.toBe(200000);
  }
});
