import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '@huimin/evidence/bytes';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { createBuildRegistration } from '../../apps/server/src/features/evidence/index.ts';
import { type Desk, signedIn } from './desk.ts';
import { recordSale, seal } from './recorded-visit.ts';
import { batchOf, send } from './recording-client.ts';
import { loggedIn, openShop, placeOrder, type RunningServer, resident, type Shop } from './shop.ts';

/** The desk at which recordings are checked, frozen, and linked with complaints. */
let shop: Shop;
let server: RunningServer;
let compliance: Desk;
let audit: Desk;
let sale: Awaited<ReturnType<typeof recordSale>>;
const MINUTE = 60_000;
const query: RunningServer['deps']['database']['query'] = (text, values) => server.deps.database.query(text, values);

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  server = shop.servers[0] as RunningServer;
  await seedStaffOfDemonstration(server.deps);
  sale = await recordSale(shop, people.linMei, { clausesMs: 2_000 });
  compliance = await signedIn(shop, 'hegui01');
  audit = await signedIn(shop, 'shenji01');
});
afterAll(() => shop?.close());

/** Both sign in again: the clock went on by more than a session lives. */
async function later(ms: number): Promise<void> {
  shop.clock.advance(ms);
  compliance = await signedIn(shop, 'hegui01');
  audit = await signedIn(shop, 'shenji01');
}

const stateOf = async (trace: string) => (await compliance.value('showRecording', { trace })).state;

test('the twelve checks are made by the verifier itself, and what came of them is kept', async () => {
  const { trace } = sale;
  expect(await compliance.call('checkRecording', { trace })).toMatchObject({ code: 400707 });
  expect(await compliance.call('holdRecording', { trace, reason: '法院调取' })).toMatchObject({
    code: 400707,
    message: '还没有封存，封存以后再办',
  });
  await later(31 * MINUTE);
  await seal(shop);
  expect((await compliance.value('showRecording', { trace })).check).toBeNull();
  const check = await compliance.value('checkRecording', { trace, deep: true });
  expect(check).toMatchObject({ deep: true, verdict: 'intact', summary: '12 项通过；没有改动' });
  expect(check.lines.map(({ number, state }) => [number, state])).toEqual(
    Array.from({ length: 12 }, (_, index) => [index + 1, 'ok']),
  );
  expect(check.lines[5]?.detail).toContain('与上次见到的一致');
  const shown = await compliance.value('showRecording', { trace });
  expect(shown.check).toEqual(check);
  expect(shown.seals).toMatchObject([
    {
      addendum: 0,
      manifestSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      stamps: [{ authority: 1 }, { authority: 2 }],
    },
  ]);
  expect(shown.keeping).toMatchObject({ rule: '保险期间不超过一年，合同终止后 5 年', hold: null, disputes: [] });

  // A byte of the stored object is another one: found, and said in the list.
  await query(`update evidence_objects set sha256 = $2 where trace = $1`, [trace, Buffer.alloc(32, 1)]);
  expect(await compliance.value('checkRecording', { trace })).toMatchObject({ verdict: 'altered', deep: false });
  const { recordings } = await compliance.value('searchRecordings', { number: trace });
  expect(recordings).toMatchObject([{ verdict: 'altered', state: 'sealed' }]);

  // A log that does not go on from the one seen at the last check.
  await query(
    `update evidence_recordings set report = jsonb_set(report, '{seen,root}', to_jsonb(repeat('0', 64))) where trace = $1`,
    [trace],
  );
  const { lines } = await compliance.value('checkRecording', { trace });
  expect(lines[5]).toMatchObject({ number: 6, state: 'failed', detail: expect.stringContaining('不是同一本日志') });
});

test('the words that were shown are those of the store, and only of documents that this recording showed', async () => {
  const { trace } = sale;
  const { documents } = await compliance.value('showRecording', { trace });
  const clauses = documents.find(({ id }) => id === 'clauses');
  const sha256 = clauses?.sha256 ?? '';
  // What stands in today's table does not count.
  await query(
    `update documents set blocks = '[{"kind":"paragraph","text":"改过"}]' where document_key = 'clauses'`,
    [],
  );
  const words = await compliance.value('readShownDocument', { trace, sha256 });
  expect(words).toMatchObject({ title: '保险条款', sha256, whole: true, registered: { entry: expect.any(Number) } });
  expect(JSON.stringify(words.blocks)).not.toContain('改过');
  expect(words.blocks.length).toBeGreaterThan(3);
  expect(await compliance.call('readShownDocument', { trace, sha256: 'a'.repeat(64) })).toMatchObject({ code: 400104 });
});

test('what is frozen is let go by two people; complaints keep it as long as they go on', async () => {
  const { trace } = sale;
  const operations = await signedIn(shop, 'yunying01');
  expect(await operations.call('holdRecording', { trace, reason: '法院调取' })).toMatchObject({ code: 400702 });
  expect(await compliance.call('holdRecording', { trace, reason: `法院调取 ${people.linMei.phone}` })).toMatchObject({
    code: 400100,
  });
  await compliance.value('holdRecording', { trace, reason: '法院调取' });
  expect(await compliance.call('holdRecording', { trace, reason: '法院调取' })).toMatchObject({ code: 400707 });
  const held = await compliance.value('searchRecordings', { state: 'held' });
  expect(held.recordings).toMatchObject([{ trace, stateLabel: '司法冻结', held: true }]);
  expect((await compliance.value('showRecording', { trace })).keeping.hold).toMatchObject({
    by: expect.stringContaining('合规 01'),
    reason: '法院调取',
  });

  const { approvalNo } = await compliance.value('askRelease', { trace, reason: '已经结案' });
  expect(await compliance.call('askRelease', { trace, reason: '已经结案' })).toMatchObject({ code: 400707 });
  expect(await compliance.call('decideApproval', { approvalNo, agree: true })).not.toMatchObject({ code: 200000 });
  await audit.value('decideApproval', { approvalNo, agree: true });
  expect(await stateOf(trace)).toBe('held');
  await shop.runJob('agreed-releases');
  expect(await stateOf(trace)).toBe('sealed');
  const entries = await query<{ entry: string }>(
    `select convert_from(entry, 'UTF8') as entry from log_entries where key like $1 order by appended_at`,
    [`%${trace}%`],
  );
  const told = entries.map(({ entry }) => JSON.parse(entry) as Record<string, unknown>);
  expect(told.filter(({ type }) => type === 'hold' || type === 'release')).toMatchObject([
    { type: 'hold', reason: '法院调取' },
    { type: 'release', reason: '已经结案' },
  ]);

  const dispute = { trace, disputeNo: 'TS-2026-0117', reason: '说没看到免责条款' };
  expect(await compliance.call('linkDispute', { ...dispute, beganOn: '2999-01-01' })).toMatchObject({ code: 400707 });
  await compliance.value('linkDispute', { ...dispute, beganOn: '2026-01-02' });
  const { keeping } = await compliance.value('showRecording', { trace });
  expect(keeping.disputes).toMatchObject([{ disputeNo: 'TS-2026-0117', endedAt: null }]);
  expect((await compliance.value('searchRecordings', { number: trace })).recordings).toMatchObject([{ disputes: 1 }]);
  await compliance.value('settleDispute', { trace, disputeNo: 'TS-2026-0117' });
  expect((await compliance.value('showRecording', { trace })).keeping.disputes[0]?.endedAt).not.toBeNull();
});

test('who looked is told by name to whoever may read the audit log', async () => {
  const { trace } = sale;
  const { accesses } = await compliance.value('showRecording', { trace });
  expect(accesses).toMatchObject({ mayList: true, lastBy: expect.stringContaining('合规 01') });
  expect(accesses.latest.map(({ reason }) => reason)).toContain('冻结保存会话：法院调取');
  const service = await signedIn(shop, 'kefu01');
  expect((await service.value('showRecording', { trace })).accesses).toMatchObject({ mayList: false, latest: [] });
});

test('fields and calls are told by their names', async () => {
  const trace = randomUUID();
  const at = shop.clock.now();
  const mark = (tag: string, payload: object) => ({ type: 5, timestamp: at, data: { tag, payload } });
  const api = { status: 200, code: 200000, ms: 40, requestId: null };
  const events = [
    mark('field', { id: 'member-idNumber', valid: true }),
    mark('consent', { id: 'confirm-consent', textSha256: '', checked: true }),
    mark('api', { path: '/api/v1/insure/order/save', ...api }),
    mark('api', { path: '/api/v1/no-such', ...api, status: 0 }),
  ];
  await send(shop.visitor(), batchOf(trace, 0, JSON.stringify(events)));
  const { happenings } = await compliance.value('showRecording', { trace });
  const told = happenings.map(({ text }) => text).join('\n');
  expect(told).toContain('填写“证件号码”，通过检查');
  expect(told).toContain('勾选“已读完并同意以上文件”');
  expect(told).toContain('提交订单：成功，40 毫秒');
  expect(told).toContain('/api/v1/no-such：没有回答');
});

test('an order that nobody recorded is found as such', async () => {
  const silent = await loggedIn(shop, resident(21));
  const { orderNo } = await placeOrder(silent, [resident(21)]);
  for (const job of ['order-saved', 'recording-due']) await shop.runJob(`outbox ${job}`);
  const all = await compliance.value('searchRecordings', { state: 'unrecorded' });
  expect(all.recordings).toMatchObject([{ trace: '', orderNos: [orderNo], stateLabel: '没有录到' }]);
  expect(all.unrecorded).toBe(1);
  for (const search of [{ number: orderNo }, { phone: resident(21).phone }]) {
    const { recordings } = await compliance.value('searchRecordings', search);
    expect([search, recordings.map(({ state }) => state)]).toEqual([search, ['unrecorded']]);
  }
  // What narrows the others narrows these: by what was ordered, and away where only a recording could say it.
  const [ordered] = await query<{ edition_code: string }>('select edition_code from orders order by id desc limit 1');
  const edition = ordered?.edition_code ?? '';
  const states = async (search: object) =>
    (await compliance.value('searchRecordings', search)).recordings.map(({ state }) => state);
  for (const narrowed of [{ edition }, { mark: 'order' as const }]) {
    expect(await states({ state: 'unrecorded', ...narrowed })).toEqual(['unrecorded']);
    expect(await states({ number: orderNo, ...narrowed })).toEqual(['unrecorded']);
  }
  for (const other of [{ edition: 'js25' }, { channel: 'wechat' }, { mark: 'gap' as const }, { shortRead: true }]) {
    expect([other, await states({ state: 'unrecorded', ...other })]).toEqual([other, []]);
    expect([other, await states({ number: orderNo, ...other })]).toEqual([other, []]);
  }
  // What the server saw of it is there by its own number, once it was put together.
  shop.clock.advance(31 * 60_000);
  await shop.runJob('seal-recordings');
  compliance = await signedIn(shop, 'hegui01');
  const [line] = (await compliance.value('searchRecordings', { number: orderNo })).recordings;
  expect(line).toMatchObject({ state: 'unrecorded', trace: expect.stringMatching(/^[0-9a-f]{32}$/) });
  const { trace = '' } = line ?? {};
  expect(await compliance.value('showRecording', { trace })).toMatchObject({
    ...{ orderNos: [orderNo], events: 0, documents: [] },
    problems: [expect.stringContaining('没有录到页面')],
  });
  const listed = async (search: object) =>
    (await compliance.value('searchRecordings', search)).recordings.filter((one) => one.trace === trace).length;
  expect([await listed({}), await listed({ number: trace })]).toEqual([0, 1]);
  expect(await compliance.call('searchRecordings', { state: 'unrecorded', before: `1_${randomUUID()}` })).toMatchObject(
    {
      code: 400100,
    },
  );
});

test('staff see recordings of their own cities, channels and insurers, and no others', async () => {
  const { trace, orderNo } = sale;
  const loose = randomUUID();
  await send(shop.visitor(), batchOf(loose, 0, '[]'));
  const [own] = await query<{ region_code: string; names: string[] }>(
    `select i.region_code, array(select c ->> 'name' from jsonb_array_elements(e.document -> 'insuranceCompany') c) as names
     from order_recordings b join insured i on i.shard = b.shard and i.order_id = b.order_id
       join orders o on o.shard = b.shard and o.id = b.order_id join editions e on e.code = o.edition_code
     where b.trace = $1`,
    [trace],
  );
  const all = { insurers: null, cities: null, channels: null };
  const sees = async (scope: object) => {
    await query(`update staff_accounts set scope = $1 where account = 'hegui01'`, [
      JSON.stringify({ ...all, ...scope }),
    ]);
    const desk = await signedIn(shop, 'hegui01');
    const { recordings, unrecorded } = await desk.value('searchRecordings', {});
    const found = recordings.map((one) => one.trace);
    const codes: (number | string)[] = [];
    for (const input of [{ trace }, { trace: loose }]) codes.push((await desk.call('showRecording', input)).code);
    const events = await desk.call('readRecordingEvents', { trace });
    const check = await desk.call('checkRecording', { trace });
    expect([events.code, check.code]).toEqual(codes[0] === 200000 ? [200000, 200000] : [400104, 400104]);
    expect((await desk.value('searchRecordings', { number: orderNo })).recordings).toHaveLength(
      found.includes(trace) ? 1 : 0,
    );
    return { own: found.includes(trace), loose: found.includes(loose), codes, unrecorded };
  };
  const yes = { own: true, loose: false, codes: [200000, 400104] };
  const no = { own: false, loose: false, codes: [400104, 400104] };
  expect(await sees({ cities: [own?.region_code] })).toMatchObject(yes);
  expect(await sees({ cities: ['329900'] })).toMatchObject({ ...no, unrecorded: 0 });
  expect(await sees({ insurers: [own?.names[0]] })).toMatchObject(yes);
  expect(await sees({ insurers: ['别家财险'] })).toMatchObject(no);
  expect(await sees({ channels: ['demo-bank'] })).toMatchObject(no);
  expect(await sees({})).toMatchObject({ own: true, loose: true, codes: [200000, 200000] });
});

test('recordings in a state of few come by when they ended, page after page, each once', async () => {
  const COPY = '00000000-0000-4000-8000-0000000000';
  const copied = (table: string, changes: string) =>
    query(
      `insert into ${table} select (jsonb_populate_record(one, jsonb_build_object('trace', '${COPY}' || lpad(n::text, 2, '0'), ${changes}))).*
       from ${table} one cross join generate_series(1, 43) n where one.trace = $1`,
      [sale.trace],
    );
  // By the time of their last batch they stand the other way round, as if one had come late for each.
  await copied('recordings', `'last_received_at', one.last_received_at - n * interval '1 minute'`);
  await copied(
    'evidence_recordings',
    `'state', 'sealed-with-gaps', 'gaps', 1, 'ended_at', one.ended_at + n / 2 * interval '1 minute'`,
  );
  compliance = await signedIn(shop, 'hegui01');
  const first = await compliance.value('searchRecordings', { state: 'sealed-with-gaps' });
  expect(first.recordings).toHaveLength(40);
  const rest = await compliance.value('searchRecordings', { state: 'sealed-with-gaps', before: first.next ?? '' });
  expect(rest.next).toBeNull();
  const latestFirst = Array.from({ length: 43 }, (_, index) => `${COPY}${String(43 - index).padStart(2, '0')}`);
  expect([...first.recordings, ...rest.recordings].map(({ trace }) => trace)).toEqual(latestFirst);
  for (const table of ['recordings', 'evidence_recordings'])
    await query(`delete from ${table} where trace like '${COPY}%'`);
});

test('what a former release looked like comes from the store, with its files gone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'former-build-'));
  const style = `.plan-card{color:#a8202d}/* ${randomUUID()} */`;
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'app-1.css'), style);
  writeFileSync(join(folder, 'assets', 'app-1.js'), 'alert(1)');
  const { evidenceLog } = server.built.sealing;
  const former = createBuildRegistration(evidenceLog, folder);
  await former.register();
  await former.keepFiles();
  rmSync(folder, { recursive: true });
  const [entry] = await query<{ key: string }>(
    `select key from log_entries where key like 'build/%' order by position desc limit 1`,
  );
  const build = entry?.key.slice('build/'.length);
  const trace = randomUUID();
  const link = (id: number, href: string) => ({
    ...{ type: 2, id, tagName: 'link', attributes: { rel: 'stylesheet', href }, childNodes: [] },
  });
  const html = {
    ...{ type: 2, id: 2, tagName: 'html', attributes: {} },
    childNodes: [link(3, `${shop.origin}/assets/app-1.css`), link(4, `${shop.origin}/assets/never.css`)],
  };
  const picture = { node: { type: 0, id: 1, childNodes: [html] }, initialOffset: { left: 0, top: 0 } };
  const events = [
    { type: 4, timestamp: 1_780_000_000_000, data: { href: shop.origin, width: 375, height: 812 } },
    { type: 2, timestamp: 1_780_000_000_010, data: picture },
  ];
  await send(shop.visitor(), batchOf(trace, 0, JSON.stringify(events), { build }));
  const page = await compliance.value('readRecordingEvents', { trace });
  expect(page.assets).toEqual([sha256Hex(style)]);
  const files = `${shop.origin}/hmb-js26/console/evidence-files`;
  const answer = await fetch(`${files}/${sha256Hex(style)}`);
  expect(answer.headers.get('content-type')).toContain('text/css');
  expect(await answer.text()).toBe(style);
  // What runs is not handed out, kept or not.
  expect((await fetch(`${files}/${sha256Hex('alert(1)')}`)).status).toBe(404);
});
