import { createHash } from 'node:crypto';
import { consoleCalls } from '@huimin/contract/console';
import { people, syntheticIdNumber } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import type { Database } from '../../apps/server/src/db/database.ts';
import { importJobs, importKinds } from '../../apps/server/src/features/imports/index.ts';
import { outletsFile, outletsOfList, shownVersion } from '../../apps/server/src/features/outlets/index.ts';
import { writeXlsx } from '../../apps/server/src/sheets/index.ts';
import { csv, paid } from './claim-stage.ts';
import { type Desk, signedIn } from './desk.ts';
import { openShop, type Shop } from './shop.ts';

/** Files that operators give: in pieces, read behind a kill without a row twice or lost, mended, agreed to by two, undone. */
let shop: Shop;
let giver: Desk;
let approver: Desk;

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  await seedStaffOfDemonstration(deps());
  giver = await signedIn(shop, 'yunying01');
  approver = await signedIn(shop, 'hegui01');
});
afterAll(() => shop?.close());

const deps = () => {
  const [server] = shop.servers;
  if (!server) throw new Error('no server');
  return server.deps;
};
const show = (importNo: string) => giver.value('showImport', { importNo });

const textOf = async (name: 'downloadImportProblems' | 'downloadImportTemplate', input: object) =>
  (await (await giver.send(consoleCalls[name], input)).text()).replace('\uFEFF', '').trimEnd();

/** Sends a file piece by piece; `pieces` of them, all where it is left out. Answers its number. */
async function upload(
  kind: string,
  text: string | Buffer,
  more: { day?: string; edition?: string } = {},
  pieces = 999,
) {
  const bytes = Buffer.isBuffer(text) ? text : Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = { kind, fileName: `${kind}.csv`, sizeBytes: bytes.length, sha256, ...more };
  const { importNo, pieceBytes, missing } = await giver.value('beginImport', file);
  for (const piece of missing.slice(0, pieces)) {
    const content = bytes.subarray(piece * pieceBytes, (piece + 1) * pieceBytes).toString('base64');
    await giver.value('sendImportPiece', { importNo, piece, content });
  }
  return { importNo, missing };
}

async function mend(importNo: string, text: string) {
  const content = Buffer.from(text).toString('base64');
  const sent = await giver.call('mendImport', { importNo, fileName: '改好.csv', content });
  if (sent.code === 200000) await shop.runJob('imports');
  return sent;
}

async function agreed(importNo: string, name: 'askImport' | 'askImportUndo' = 'askImport') {
  const { approvalNo } = await giver.value(name, { importNo, reason: '测试用的原因' });
  const own = await giver.call('decideApproval', { approvalNo, agree: true });
  expect(own.code).not.toBe(200000);
  expect(await shop.runJob('imports')).toBe(0);
  return approver.call('decideApproval', { approvalNo, agree: true });
}

/** A job whose program is killed before it can keep what its n-th transaction wrote. */
function killedAt(nth: number) {
  const core = deps();
  let count = 0;
  const transaction: Database['transaction'] = (work) =>
    core.database.transaction(async (query) => {
      const value = await work(query);
      count += 1;
      if (count === nth) throw new Error('killed');
      return value;
    });
  const dying = { ...core, database: { ...core.database, transaction } };
  const job = importJobs(dying, importKinds(dying)).find(({ name }) => name === 'imports');
  return expect(job?.run()).rejects.toThrow('killed');
}

const outlets = async () => {
  const { query } = deps().database;
  return outletsOfList(query, (await shownVersion(query)) ?? 0);
};

test('a list is compared with what residents see, mended, agreed to by two, and undone by two', async () => {
  const before = await outlets();
  const [first, second, third, ...rest] = outletsFile(before).trimEnd().split('\r\n').slice(1);
  const heading = await textOf('downloadImportTemplate', { kind: 'outlets' });
  const [head] = before;
  if (!head || first === undefined || third === undefined) throw new Error('no outlets');
  const changed = first.replace(head.name, `${head.name}新址`);
  const broken = third.replace(before[2]?.phone ?? '', '不是电话');
  const added = first.replace(head.code, 'NEW-0001');
  // The second one is left out.
  expect(second).toBeDefined();
  const { importNo } = await upload('outlets', [heading, changed, broken, ...rest, added, added].join('\r\n'));
  await shop.runJob('imports');
  const checked = await show(importNo);
  expect(checked).toMatchObject({
    ...{ status: 'read', isWhole: true, rows: { total: before.length + 1, good: before.length - 1, bad: 2, live: 0 } },
    ...{ differs: { added: 1, changed: 1, gone: 2 }, can: { ask: false, mend: true, stop: true, undo: false } },
  });
  expect(checked.changes).toContainEqual({
    ...{ line: 2, against: 'changed', key: head.code, title: `${head.name}新址` },
    changes: [{ column: '网点名称', from: head.name, to: `${head.name}新址` }],
  });
  expect(checked.changes.filter(({ against }) => against === 'gone').map(({ key }) => key)).toEqual([
    before[1]?.code,
    before[2]?.code,
  ]);
  expect((await giver.call('askImport', { importNo, reason: '测试用的原因' })).message).toContain('还有 2 行不对');
  const { problems } = await giver.value('listImportProblems', { importNo });
  expect(problems).toMatchObject([
    { line: 3, column: '电话' },
    { line: before.length + 2, problem: `和第 ${before.length + 1} 行是同一个网点编号` },
  ]);

  const table = await textOf('downloadImportProblems', { importNo });
  const [top, ...lines] = table.split('\r\n');
  expect(lines).toHaveLength(2);
  expect(table).not.toContain('不是电话');
  const filled = (line: string | undefined, cells: string) => `${line?.replace(/,+$/, '')},${cells}`;
  expect((await mend(importNo, [heading, third].join('\r\n'))).code).toBe(200000);
  expect((await show(importNo)).problem).toContain('表头里没有「原行号」');
  await mend(
    importNo,
    [top, filled(lines[0], broken), filled(lines[1], added.replace('NEW-0001', 'NEW-0002'))].join('\r\n'),
  );
  expect(await show(importNo)).toMatchObject({ rows: { bad: 1 }, problem: '续传的 2 行里还有 1 行不对' });
  await mend(importNo, [top, filled(lines[0], third)].join('\r\n'));
  expect(await show(importNo)).toMatchObject({
    ...{ rows: { bad: 0, good: before.length + 1 }, differs: { added: 2, changed: 1, gone: 1 } },
    ...{ problem: '', can: { ask: true } },
  });

  expect((await agreed(importNo)).code).toBe(200000);
  expect((await outlets()).map(({ name }) => name)).not.toContain(`${head.name}新址`);
  await shop.runJob('imports');
  expect(await show(importNo)).toMatchObject({
    status: 'done',
    rows: { live: before.length + 1 },
    can: { undo: true },
  });
  expect((await outlets()).map(({ name }) => name)).toContain(`${head.name}新址`);
  const { outlets: seen } = await shop.visitor().value('queryOutlets', { cityCode: head.cityCode });
  expect(seen.map(({ name }) => name)).toContain(`${head.name}新址`);

  expect((await agreed(importNo, 'askImportUndo')).code).toBe(200000);
  expect(await show(importNo)).toMatchObject({ status: 'undone' });
  expect(await outlets()).toEqual(before);
});

test('what was compared with another list than the one that is there is compared anew', async () => {
  const heading = outletsFile([]).trimEnd();
  const [one] = outletsFile(await outlets())
    .trimEnd()
    .split('\r\n')
    .slice(1);
  const files = ['甲', '乙'].map((name) => [heading, one?.replace(/,[^,]*,/, `,${name},`)].join('\r\n'));
  const given = [];
  for (const file of files) given.push((await upload('outlets', file)).importNo);
  const [early = '', late = ''] = given;
  while ((await shop.runJob('imports')) > 0);
  expect((await agreed(early)).code).toBe(200000);
  await shop.runJob('imports');
  expect((await agreed(late)).code).toBe(200000);
  await shop.runJob('imports');
  expect(await show(late)).toMatchObject({ status: 'read', differs: { added: 0, changed: 1, gone: 0 } });
  expect((await show(late)).problem).toContain('有人换了一版');
  await giver.value('stopImport', { importNo: late, reason: '测试完了' });
  expect(await deps().database.query('select 1 from import_rows where import_id = $1', [Number(late)])).toEqual([]);
});

test('a table of a table program is read too; what is none is said so, and leaves nothing', async () => {
  const [one] = await outlets();
  if (!one) throw new Error('no outlets');
  const [headings = [], cells = []] = outletsFile([one])
    .replace('\uFEFF', '')
    .split('\r\n')
    .map((line) => line.split(','));
  const table = await upload('outlets', await writeXlsx({ headings, rows: [cells] }));
  // One cell in GB18030 in a file of UTF-8.
  const chinese = Buffer.concat(
    outletsFile([{ ...one, district: '@' }])
      .replace('\uFEFF', '')
      .split(/(@)/)
      .map((text) => (text === '@' ? Buffer.from([0xbd, 0xfa, 0xc1, 0xea]) : Buffer.from(text))),
  );
  const mixed = await upload('outlets', chinese);
  const wrongHeading = await upload('outlets', '甲,乙\r\n1,2');
  const empty = await upload('outlets', headings.join(','));
  while ((await shop.runJob('imports')) > 0);
  expect(await show(table.importNo)).toMatchObject({
    status: 'read',
    rows: { good: 1, bad: 0 },
    differs: { added: 0 },
  });
  expect(await show(mixed.importNo)).toMatchObject({ status: 'refused', rows: { good: 0 } });
  expect((await show(wrongHeading.importNo)).problem).toContain('不认识这一列');
  expect((await show(empty.importNo)).problem).toBe('只有表头，没有内容');
  const bytes = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const old = await giver.value('beginImport', { kind: 'outlets', fileName: '旧.xls', sizeBytes: 8, sha256 });
  const content = bytes.toString('base64');
  const sent = await giver.call('sendImportPiece', { importNo: old.importNo, piece: 0, content });
  expect(sent.message).toContain('.xls');
  // Nobody lets them count, nobody sends the rest: they go.
  shop.clock.advance(15 * 24 * 3_600_000);
  expect(await shop.runJob('old-imports')).toBe(2);
  giver = await signedIn(shop, 'yunying01');
  approver = await signedIn(shop, 'hegui01');
  expect(await show(table.importNo)).toMatchObject({ status: 'stopped', can: { ask: false, stop: false } });
  expect(await deps().database.query('select 1 from import_pieces')).toEqual([]);
});

const ROWS = 20_000;
const KILLED_ROWS = 7_000;

test('twenty thousand claims: uploaded on, killed while read and while made to count, no row twice and none lost', async () => {
  const { query } = deps().database;
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const birthDate = `19${50 + (at % 40)}-0${1 + (at % 9)}-1${at % 10}`;
    const idNumber = syntheticIdNumber({ district: '320102', birthDate, sequence: 1 + (at % 900) });
    // Every ninth claim or so has two lines, the second far behind the first.
    const caseNo = `BIG${String(at >= ROWS - 2_000 ? (at - ROWS + 2_000) * 9 : at).padStart(8, '0')}`;
    const more = { 案件号: caseNo, 手机号: '' };
    return { at, row: paid({ ...people.linMei, idNumber }, more) };
  });
  const byCase = new Map<string, Record<string, string>>();
  const lines = rows.map(({ at, row }) => {
    const first = byCase.get(row.案件号 ?? '') ?? row;
    byCase.set(row.案件号 ?? '', first);
    return { ...first, 结算单号: `S${at}`, ...(at % 5_000 === 7 ? { 就诊结束: '不是日期' } : {}) };
  });
  const text = csv(lines);
  const day = { day: '2026-04-01' };
  const begun = await upload('claims', text, day, 1);
  expect(await show(begun.importNo)).toMatchObject({
    status: 'arriving',
    pieces: { here: 1, all: begun.missing.length },
  });
  const { importNo, missing } = await upload('claims', text, day);
  expect({ importNo, missing }).toEqual({ importNo: begun.importNo, missing: begun.missing.slice(1) });

  await killedAt(2 + KILLED_ROWS / 1_000);
  shop.clock.advance(3_000);
  expect(await show(importNo)).toMatchObject({ status: 'reading', rows: { total: ROWS, read: KILLED_ROWS } });
  expect((await show(importNo)).pace.secondsLeft).toBeGreaterThan(0);
  expect(await shop.runJob('imports')).toBe(0);
  shop.clock.advance(20_000);
  await shop.runJob('imports');
  expect(await show(importNo)).toMatchObject({
    ...{ status: 'read', rows: { total: ROWS, read: ROWS, good: ROWS - 4, bad: 4 } },
    ...{ differs: { added: ROWS - 4 }, can: { ask: true, mend: true } },
  });
  const [kept] = await query<{ rows: number; lines: number }>(
    'select count(*)::int as rows, count(distinct line)::int as lines from import_rows where import_id = $1',
    [Number(importNo)],
  );
  expect(kept).toEqual({ rows: ROWS - 4, lines: ROWS - 4 });
  expect((await giver.value('listImportProblems', { importNo })).problems[0]).toEqual({
    ...{ line: 9, column: '就诊结束', problem: '就诊结束应写成日期，如 2026-03-02', fix: '照提示改好这一行，再续传' },
  });

  expect((await agreed(importNo)).code).toBe(200000);
  await killedAt(6);
  const half = await show(importNo);
  expect(half).toMatchObject({ status: 'applying' });
  expect(half.rows.live).toBeGreaterThanOrEqual(5_000);
  // A claim counts with all its lines or not at all.
  const [torn] = await query<{ torn: number }>(
    `select count(*)::int as torn from import_rows r join claim_cases c on c.case_no = r.unit where r.import_id = $1`,
    [Number(importNo)],
  );
  expect(torn?.torn).toBe(0);
  shop.clock.advance(21_000);
  await shop.runJob('imports');
  expect(await show(importNo)).toMatchObject({ status: 'done', rows: { live: ROWS - 4, good: ROWS - 4, bad: 4 } });
  const counted = async () =>
    (
      await query<{ cases: number; lines: number }>(
        `select (select count(*)::int from claim_cases where case_no like 'BIG%') as cases,
           (select count(*)::int from claim_settlements where case_no like 'BIG%') as lines`,
      )
    )[0];
  expect(await counted()).toEqual({ cases: ROWS - 2_000 - 4, lines: ROWS - 4 });

  const table = await textOf('downloadImportProblems', { importNo });
  const [top = '', ...problems] = table.split('\r\n');
  const mended = csv(
    lines.filter(({ 就诊结束: end }) => end === '不是日期').map((row) => ({ ...row, 就诊结束: '2026-03-11' })),
  );
  const filled = mended.split('\r\n').slice(1);
  await mend(importNo, [top, ...problems.map((line, at) => `${line.replace(/,+$/, '')},${filled[at]}`)].join('\r\n'));
  expect(await show(importNo)).toMatchObject({
    status: 'read',
    rows: { good: ROWS, bad: 0, live: ROWS - 4 },
    problem: '',
  });
  expect((await agreed(importNo)).code).toBe(200000);
  await shop.runJob('imports');
  expect(await show(importNo)).toMatchObject({ status: 'done', rows: { live: ROWS } });
  expect(await counted()).toEqual({ cases: ROWS - 2_000, lines: ROWS });
  const left = await query('select 1 from import_rows union all select 1 from import_pieces');
  expect(left).toEqual([]);

  const again = await upload('claims', text, day);
  await shop.runJob('imports');
  expect(await show(again.importNo)).toMatchObject({ status: 'refused', problem: '这份文件已经导入过' });
}, 120_000);

test('whoever works for another insurer, or for one city, sees none of it and gives none', async () => {
  const { imports } = await giver.value('listImports');
  const importNo = imports.find(({ kind }) => kind === 'claims')?.importNo ?? '';
  const scoped = (scope: object) =>
    deps().database.query(`update staff_accounts set scope = $1 where account = 'yunying01'`, [JSON.stringify(scope)]);
  for (const scope of [
    { insurers: ['别处的保险公司'], cities: null, channels: null },
    { insurers: null, cities: ['320500'], channels: null },
  ]) {
    await scoped(scope);
    expect((await giver.value('listImports')).imports).toEqual([]);
    for (const name of ['showImport', 'listImportProblems'] as const) {
      expect((await giver.call(name, { importNo })).message).toBe('没有这次导入');
    }
    expect((await giver.call('stopImport', { importNo, reason: '别人的导入' })).message).toBe('没有这次导入');
    const file = { fileName: 'a.csv', sizeBytes: 10, sha256: 'a'.repeat(64) };
    expect((await giver.call('beginImport', { kind: 'outlets', ...file })).message).toContain('全省');
  }
  await scoped({ insurers: null, cities: null, channels: null });
});

test('no file name, row or number of a person is in the log', async () => {
  const noted = await deps().database.query<{ what: string; detail: string; subject: string }>(
    `select what, detail, subject from staff_audit where what ~ 'Import' and outcome = 'done'`,
  );
  const kinds = new Set(noted.map(({ what }) => what));
  for (const name of ['beginImport', 'sendImportPiece', 'mendImport', 'askImport', 'askImportUndo', 'stopImport']) {
    expect(kinds).toContain(name);
  }
  expect(JSON.stringify(noted)).not.toMatch(/\.csv|\d{17}[\dX]/);
});
