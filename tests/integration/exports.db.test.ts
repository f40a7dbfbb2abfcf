import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { consoleCalls } from '@huimin/contract/console';
import { checkPackage, readPackage } from '@huimin/evidence/package';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { SECOND_VERIFIER, secondVerifierMissing } from '../tamper/second-verifier.ts';
import { type Desk, signedIn } from './desk.ts';
import { beginVisit, clockMark, recordSale, seal } from './recorded-visit.ts';
import { plainBatch, send } from './recording-client.ts';
import { openShop, type RunningServer, type Shop } from './shop.ts';

/** Recordings go out as packages: two people, one asker, one day, and whoever gets one can check it. */
let shop: Shop;
let server: RunningServer;
let compliance: Desk;
let operations: Desk;
let finance: Desk;
let audit: Desk;
const folder = mkdtempSync(join(tmpdir(), 'exports-'));
const MINUTE = 60_000;
const REASON = '监管抽查';
const missing = secondVerifierMissing() !== null;
const FILE = 'downloadExport';

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  server = shop.servers[0] as RunningServer;
  await seedStaffOfDemonstration(server.deps);
});
afterAll(async () => {
  await shop?.close();
  rmSync(folder, { recursive: true, force: true });
});

const rows = (text: string, values: unknown[] = []) =>
  server.deps.database.query<Record<string, unknown>>(text, values);
async function signInAll(): Promise<void> {
  compliance = await signedIn(shop, 'hegui01');
  operations = await signedIn(shop, 'yunying01');
  finance = await signedIn(shop, 'caiwu01');
  audit = await signedIn(shop, 'shenji01');
}

async function download(desk: Desk, trace: string): Promise<{ code: number | string; bytes: Buffer; name: string }> {
  const response = await desk.send(consoleCalls[FILE], { trace });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isFile = response.headers.get('content-disposition') !== null;
  const code = isFile ? 200000 : (JSON.parse(bytes.toString()) as { code: number }).code;
  return { code, bytes, name: response.headers.get('content-disposition') ?? '' };
}

/** Both verifiers, as whoever got the file runs them: exit codes. */
function verified(bytes: Buffer): Set<number | null> {
  const file = join(folder, `${randomUUID()}.evidence`);
  writeFileSync(file, bytes);
  const command = ['apps/server/src/commands/verify-evidence.ts', file, '--offline', '--deep'];
  const own = spawnSync(process.execPath, command, { env: { PATH: process.env.PATH ?? '' } });
  if (missing) return new Set([own.status]);
  return new Set([own.status, spawnSync('python3', [SECOND_VERIFIER, file]).status]);
}

/** The package's own verifier as its README says, in the folder it was unpacked to, which a file manager has looked into. */
function verifiedUnpacked(files: ReadonlyMap<string, Uint8Array>): number | null {
  const unpacked = join(folder, randomUUID());
  for (const [name, bytes] of files) {
    mkdirSync(join(unpacked, dirname(name)), { recursive: true });
    writeFileSync(join(unpacked, name), bytes);
  }
  writeFileSync(join(unpacked, '.DS_Store'), '');
  return spawnSync('python3', ['verify_evidence.py'], { cwd: unpacked }).status;
}

const logged = async (prefix: string) =>
  (await rows('select entry from log_entries where key like $1', [`${prefix}%`])).map(
    ({ entry }) => JSON.parse(String(entry)) as Record<string, unknown>,
  );

test('a sale goes out when another person agreed, to the asker alone, for a day, and every byte of it can be checked', async () => {
  const { trace, orderNo } = await recordSale(shop, people.linMei);
  await signInAll();
  const open = await compliance.value('showExport', { trace });
  expect([open.whyNot?.slice(0, 5), open.grant]).toEqual(['还没有封存', null]);
  const ask = { trace, content: 'masked' as const, reason: REASON };
  expect(await compliance.call('askExport', ask)).toMatchObject({ code: 400707 });
  shop.clock.advance(31 * MINUTE);
  await seal(shop);
  await signInAll();
  expect(await compliance.value('showExport', { trace })).toMatchObject({
    ...{ whyNot: null, waiting: false, grant: null },
    contents: [{ content: 'masked' }, { content: 'proofs' }, { content: 'unmasked' }],
  });
  // Who may not look at recordings may not take one out either, and no number goes into the public log.
  expect(await finance.call('askExport', ask)).toMatchObject({ code: 400702 });
  expect(await finance.call('showExport', { trace })).toMatchObject({ code: 400702 });
  expect(await compliance.call('askExport', { ...ask, reason: `抽查 ${orderNo}` })).toMatchObject({ code: 400100 });
  expect(await audit.call('askExport', { ...ask, content: 'unmasked' })).toMatchObject({ code: 400707 });

  const { approvalNo } = await compliance.value('askExport', ask);
  expect(await compliance.call('askExport', ask)).toMatchObject({ code: 400707 });
  expect((await compliance.value('showExport', { trace })).waiting).toBe(true);
  expect(await compliance.call('decideApproval', { approvalNo, agree: true })).toMatchObject({ code: 400707 });
  expect(await operations.call('decideApproval', { approvalNo, agree: true })).not.toMatchObject({ code: 200000 });
  expect((await download(compliance, trace)).code).toBe(400707);
  const asked = (await audit.value('listApprovals', { which: 'waiting' })).approvals[0];
  expect(asked).toMatchObject({ title: '导出证据包', details: '画面和证明，不含个人填写的内容', reason: '监管抽查' });
  await audit.value('decideApproval', { approvalNo, agree: true });

  expect(await logged('export ')).toEqual([]);
  for (const desk of [audit, operations, finance]) {
    expect((await download(desk, trace)).code).not.toBe(200000);
    expect(await desk.call('makeExportReport', { trace })).not.toMatchObject({ code: 200000 });
  }
  const first = await download(compliance, trace);
  expect([first.code, first.name.includes(`${orderNo}.evidence`)]).toEqual([200000, true]);
  const [entry, ...more] = await logged('export ');
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ type: 'export', trace, reason: REASON });
  expect(entry?.by).not.toBe(entry?.approver);
  expect(await rows('select state from evidence_recordings where trace = $1', [trace])).toEqual([
    { state: 'exported' },
  ]);
  const report = await compliance.value('makeExportReport', { trace });
  expect(report).toMatchObject({ verdict: 'intact', orderNo, grant: { exportNo: approvalNo, reason: REASON } });
  expect(report.findings.map(({ state }) => state)).toEqual(Array.from({ length: 12 }, () => 'ok'));
  // Once more the same goes out; the log has one entry for what was agreed to.
  await download(compliance, trace);
  expect(await logged('export ')).toHaveLength(1);
  expect(
    (await audit.value('listAuditLog')).entries.filter(({ title }) => title === '导出证据包').length,
  ).toBeGreaterThanOrEqual(2);

  const found = readPackage(first.bytes);
  if ('damage' in found) throw new Error(found.damage);
  expect(found.info).toMatchObject({ trace, masked: true, addenda: 0 });
  expect(found.evidence.keys).toMatchObject({ values: null });
  const readMe = String(found.files.get('README.txt'));
  for (const words of [orderNo, `${orderNo}.evidence`, 'verify_evidence.py', '拿手机的是谁']) {
    expect(readMe).toContain(words);
  }
  expect(found.files.get('verify_evidence.py')?.length).toBeGreaterThan(10_000);
  for (const [name, bytes] of found.files) {
    // The format's page has an example with a name.
    if (name === 'evidence-format.md') continue;
    for (const value of [people.linMei.name, people.linMei.idNumber, people.linMei.phone]) {
      expect(bytes.includes(value)).toBe(false);
    }
  }
  expect(checkPackage(first.bytes, 'deep').verdict).toBe('intact');
  if (!missing) {
    expect(verifiedUnpacked(found.files)).toBe(0);
    const [document = ''] = [...found.files.keys()].filter((name) => name.startsWith('documents/'));
    expect(verifiedUnpacked(new Map([...found.files, [document, Buffer.from('其他文字')]]))).toBe(2);
  }
  expect(verified(first.bytes)).toEqual(new Set([0]));
  const changed = Buffer.from(first.bytes);
  const at = changed.indexOf('HMREC1\n') + 2_000;
  changed.writeUInt8((changed[at] as number) ^ 1, at);
  expect(verified(changed)).not.toContain(0);
  expect(checkPackage(changed, 'whole').verdict).toBe('altered');

  shop.clock.advance(24 * 60 * MINUTE);
  await signInAll();
  expect((await download(compliance, trace)).code).toBe(400707);
  expect((await compliance.value('showExport', { trace })).grant).toBeNull();
}, 60_000);

test('values go out only when that was agreed to; what is seen as it was stands in the log; what is erased stays', async () => {
  const { trace, visitor, record } = beginVisit(shop);
  await record([['page', { route: '/', act: 'enter', title: '首页', build: '' }]], { vals: '[{"k":1,"v":"林梅"}]' });
  shop.clock.advance(31 * MINUTE);
  await seal(shop);
  await signInAll();
  const { approvalNo } = await compliance.value('askExport', { trace, content: 'unmasked', reason: REASON });
  await audit.value('decideApproval', { approvalNo, agree: true });
  const found = readPackage((await download(compliance, trace)).bytes);
  if ('damage' in found) throw new Error(found.damage);
  expect(found.info).toMatchObject({ masked: false, order: null });
  expect(found.evidence.keys?.values).toHaveLength(32);
  const events = await compliance.value('readRecordingEvents', { trace, unmasked: true });
  expect(events.events).toHaveLength(1);
  expect(await operations.call('readRecordingEvents', { trace, unmasked: true })).toMatchObject({ code: 400707 });

  const { approvalNo: look } = await operations.value('askUnmasking', { trace, reason: '投诉核查' });
  await compliance.value('decideApproval', { approvalNo: look, agree: true });
  expect(await logged('unmask ')).toMatchObject([{ type: 'unmask', trace, reason: '投诉核查' }]);

  await rows('update evidence_recordings set restricted_at = now() where trace = $1', [trace]);
  await rows(`update evidence_recordings set state = 'restricted' where trace = $1`, [trace]);
  expect((await compliance.value('showExport', { trace })).whyNot).toContain('本人已要求停止使用或删除');
  expect((await download(compliance, trace)).code).toBe(400707);
  await rows(`update evidence_recordings set state = 'erased', erased_at = now() where trace = $1`, [trace]);
  expect((await compliance.value('showExport', { trace })).whyNot).toContain('已按规则销毁');

  // A plain client keeps no values apart: its pictures cannot go out masked.
  const plain = randomUUID();
  await send(visitor, plainBatch(plain, '[{"type":4,"timestamp":1,"data":{}}]'));
  shop.clock.advance(31 * MINUTE);
  await seal(shop);
  await signInAll();
  const standing = await compliance.value('showExport', { trace: plain });
  expect(standing.contents.map(({ content }) => content)).toEqual(['proofs', 'unmasked']);
  expect(await compliance.call('askExport', { trace: plain, content: 'masked', reason: REASON })).toMatchObject({
    code: 400707,
  });
  const proofs = await compliance.value('askExport', { trace: plain, content: 'proofs', reason: REASON });
  await audit.value('decideApproval', { approvalNo: proofs.approvalNo, agree: true });
  const bytes = (await download(compliance, plain)).bytes;
  expect(checkPackage(bytes, 'deep').findings.filter(({ state }) => state === 'failed')).toEqual([]);
  const proven = readPackage(bytes);
  if ('damage' in proven) throw new Error(proven.damage);
  expect([...proven.files.keys()]).not.toContain('keys.json');
}, 60_000);

test('of a recording that cannot be opened the proofs go out, whole, and what was agreed to before is not said to have gone out', async () => {
  const { trace, record } = beginVisit(shop);
  await record([clockMark(shop), ['page', { route: '/', act: 'enter', title: '首页', build: '' }]]);
  const lose = (lost: string) =>
    rows(`update recordings set kek = 'gone/2026-01', keys_wrapped = '\\x00' where trace = $1`, [lost]);
  shop.clock.advance(31 * MINUTE);
  await seal(shop);
  await signInAll();
  const masked = await compliance.value('askExport', { trace, content: 'masked', reason: REASON });
  await audit.value('decideApproval', { approvalNo: masked.approvalNo, agree: true });
  await lose(trace);
  const open = await compliance.value('showExport', { trace });
  expect([open.whyNot, open.contents.map(({ content }) => content)]).toEqual([null, ['proofs']]);
  const why =
    '这个记录打不开：锁它的证据密钥不在服务器的设置里，请联系系统管理员把那一把加回来。现在只能导出证明，证明不受影响';
  expect(open.notes).toContain(why);
  expect(await compliance.call('askExport', { trace, content: 'masked', reason: REASON })).toMatchObject({
    ...{ code: 400707, message: why },
  });
  expect((await download(compliance, trace)).code).toBe(400707);
  expect(await compliance.call('makeExportReport', { trace })).toMatchObject({ code: 400707, message: why });
  expect((await logged('export ')).filter((entry) => entry.trace === trace)).toEqual([]);

  const proofs = await compliance.value('askExport', { trace, content: 'proofs', reason: REASON });
  await audit.value('decideApproval', { approvalNo: proofs.approvalNo, agree: true });
  expect(verified((await download(compliance, trace)).bytes)).toEqual(new Set([0]));
  await rows('update recordings set keys_wrapped = null where trace = $1', [trace]);
  expect((await compliance.value('showExport', { trace })).contents.map(({ content }) => content)).toEqual(['proofs']);
  expect((await compliance.value('makeExportReport', { trace })).verdict).toBe('intact');

  const waiting = beginVisit(shop);
  await waiting.record([['page', { route: '/', act: 'enter', title: '首页', build: '' }]]);
  await lose(waiting.trace);
  shop.clock.advance(31 * MINUTE);
  await seal(shop);
  await signInAll();
  expect((await compliance.value('showExport', { trace: waiting.trace })).whyNot).toBe(
    '还没有封存，不能导出。这个记录打不开：锁它的证据密钥不在服务器的设置里，请联系系统管理员把那一把加回来',
  );
}, 60_000);
