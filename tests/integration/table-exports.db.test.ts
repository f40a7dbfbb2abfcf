import { consoleCalls } from '@huimin/contract/console';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { readSheet } from '../../apps/server/src/sheets/index.ts';
import { type Desk, signedIn } from './desk.ts';
import { openShop, type Shop } from './shop.ts';

/** Lists as files: one asks, another agrees, a job makes the file, and only who asked gets it. */
let shop: Shop;
let compliance: Desk;
let audit: Desk;
let regulator: Desk;

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  await seedStaffOfDemonstration(deps());
  compliance = await signedIn(shop, 'hegui01');
  audit = await signedIn(shop, 'shenji01');
  regulator = await signedIn(shop, 'jianguan01');
});
afterAll(() => shop?.close());

const deps = () => {
  const [server] = shop.servers;
  if (!server) throw new Error('no server');
  return server.deps;
};
const runJob = (name: string) => shop.runJob(name);
const asked = (format: 'csv' | 'xlsx', filter: Record<string, string> = {}) => ({
  ...{ kind: 'audit-log', format, filter, reason: '季度检查留底' },
});
const fileOf = (desk: Desk, exportNo: string) => desk.send(consoleCalls.downloadTableExport, { exportNo });

async function agreedTo(format: 'csv' | 'xlsx', filter: Record<string, string> = {}): Promise<string> {
  const { approvalNo } = await audit.value('askTableExport', asked(format, filter));
  await compliance.value('decideApproval', { approvalNo, agree: true });
  const { exports } = await audit.value('listTableExports');
  return exports[0]?.exportNo ?? '';
}

test('nothing is made before another person has agreed, also when that is sent by hand', async () => {
  const { approvalNo } = await audit.value('askTableExport', asked('csv'));
  const own = await audit.call('decideApproval', { approvalNo, agree: true });
  expect(own.code).not.toBe(200000);
  expect((await audit.value('listTableExports')).exports).toEqual([]);
  expect(await runJob('table-exports')).toBe(0);
  await audit.value('withdrawApproval', { approvalNo });
});

test('the file holds the rows of the filter, with whole hashes, for who asked and nobody else', async () => {
  const exportNo = await agreedTo('csv', { what: 'finishSignIn' });
  expect((await audit.value('listTableExports')).exports[0]).toMatchObject({
    exportNo,
    status: 'waiting',
    until: null,
  });
  expect(await (await fileOf(audit, exportNo)).text()).toContain('还在排队');

  expect(await runJob('table-exports')).toBe(1);
  const [made] = (await audit.value('listTableExports')).exports;
  expect(made).toMatchObject({ status: 'ready', title: '审计日志', rowsDone: 3, problem: '' });

  const response = await fileOf(audit, exportNo);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = (await response.text()).trim().split('\r\n');
  expect(lines[0]).toBe('序号,时间,谁,做了什么,结果,对象,细节,从哪里,哈希');
  expect(lines).toHaveLength(4);
  const kept = await deps().database.query<{ hash: Buffer }>(
    `select hash from staff_audit where what = 'finishSignIn' order by number desc`,
  );
  expect(lines.slice(1).map((line) => line.split(',').at(-1))).toEqual(kept.map(({ hash }) => hash.toString('hex')));

  for (const other of [compliance, regulator]) {
    expect(await (await fileOf(other, exportNo)).text()).toContain('没有这个导出');
    expect((await other.value('listTableExports')).exports).toEqual([]);
  }
  const [newest] = await deps().database.query<{ what: string; detail: string }>(
    `select what, detail from staff_audit where what = 'downloadTableExport' and outcome = 'done' order by number desc`,
  );
  expect(newest?.detail).toBe(`导出 ${exportNo}，3 行`);
});

test('a table program’s file reads back as the same rows', async () => {
  const exportNo = await agreedTo('xlsx', { what: 'finishSignIn' });
  await runJob('table-exports');
  const bytes = Buffer.from(await (await fileOf(audit, exportNo)).arrayBuffer());
  const rows = [];
  for await (const row of readSheet(bytes, { maxBytes: 1 << 20, maxRows: 100 })) rows.push(row.cells);
  expect(rows[0]?.slice(0, 3)).toEqual(['序号', '时间', '谁']);
  expect(rows.slice(1).map((cells) => cells[3])).toEqual(['登录', '登录', '登录']);
});

test('what lies in the database is sealed, and goes when its day is over', async () => {
  const exportNo = await agreedTo('csv');
  await runJob('table-exports');
  const parts = await deps().database.query<{ bytes_sealed: Buffer }>(`select bytes_sealed from staff_export_parts`);
  expect(parts.length).toBeGreaterThan(0);
  expect(parts.some(({ bytes_sealed }) => bytes_sealed.includes(Buffer.from('审计')))).toBe(false);

  shop.clock.advance(24 * 3_600_000 + 1);
  audit = await signedIn(shop, 'shenji01');
  compliance = await signedIn(shop, 'hegui01');
  expect(await (await fileOf(audit, exportNo)).text()).toContain('只留 24 小时');
  await runJob('old-exports');
  expect(await deps().database.query(`select 1 from staff_export_parts`)).toEqual([]);
});

test('a maker that fell silent is replaced from the beginning, and does not write into the other’s file', async () => {
  const exportNo = await agreedTo('csv');
  const { query } = deps().database;
  // As a program leaves it that was killed in the middle.
  await query(
    `update staff_exports set status = 'making', attempt = 1, lease_until = $2, rows_done = 7 where id = $1`,
    [exportNo, new Date(shop.clock.now() + 60_000)],
  );
  await query(`insert into staff_export_parts (export_id, part, bytes_sealed) values ($1, 0, $2)`, [
    exportNo,
    deps().vault.sealBytes('staff-export', Buffer.from('half a file')),
  ]);
  expect(await runJob('table-exports')).toBe(0);
  shop.clock.advance(60_000);
  expect(await runJob('table-exports')).toBe(1);
  const text = await (await fileOf(audit, exportNo)).text();
  expect(text).not.toContain('half a file');
  expect(text.startsWith('序号')).toBe(true);
});

test('a wrong filter, an unknown list and a role that does not see the list are refused', async () => {
  const days = await audit.call('askTableExport', asked('csv', { from: '2027-02-31' }));
  expect(days.message).toBe('没有这一天，请重新选日期');
  expect((await audit.call('askTableExport', asked('csv', { colour: 'red' }))).code).not.toBe(200000);
  expect((await audit.call('askTableExport', { ...asked('csv'), kind: 'no-such-list' })).message).toBe('没有这种导出');
  const finance = await signedIn(shop, 'caiwu01');
  expect((await finance.call('askTableExport', asked('csv'))).code).toBe(400702);
});

test('an administrator ends somebody’s sessions, with a reason', async () => {
  const security = await signedIn(shop, 'anquan01');
  const { staff } = await security.value('listStaff', { role: 'regulator' });
  const staffNo = staff[0]?.staffNo ?? '';
  const again = await signedIn(shop, 'jianguan01');
  expect(await security.value('endStaffSessions', { staffNo, reason: '怀疑有人冒用' })).toMatchObject({ ended: 2 });
  expect((await again.call('whoAmI')).code).toBe(400701);
  expect((await signedIn(shop, 'jianguan01')).token).not.toBe('');
});
