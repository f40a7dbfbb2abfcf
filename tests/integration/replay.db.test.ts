import { randomUUID } from 'node:crypto';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { type Desk, signedIn } from './desk.ts';
import { batchOf, plainBatch, send } from './recording-client.ts';
import { eventually, openShop, pay, placeOrder, type RunningServer, type Shop, type Visitor } from './shop.ts';

/** What operators see of recordings, through the console's calls and the real collect call. */
let shop: Shop;
let compliance: Desk;
let operations: Desk;
let finance: Desk;
const { linMei } = people;
const QUIET_MS = 120_000;
const SHA = 'a'.repeat(64);

beforeAll(async () => {
  shop = await openShop();
  await seedStaffOfDemonstration((shop.servers[0] as RunningServer).deps);
  compliance = await signedIn(shop, 'hegui01');
  operations = await signedIn(shop, 'yunying01');
  finance = await signedIn(shop, 'caiwu01');
});
afterAll(() => shop?.close());

interface Event {
  readonly type: number;
  readonly timestamp: number;
  readonly data: unknown;
}
const mark = (at: number, tag: string, payload: object): Event => ({ type: 5, timestamp: at, data: { tag, payload } });
const doc = (at: number, id: string, act: string, percent: number, dwellMs: number) =>
  mark(at, 'doc', { id, version: 3, sha256: SHA, act, percent, dwellMs });
const snapshot = (at: number, ...childNodes: object[]): Event => ({
  type: 2,
  timestamp: at,
  data: {
    node: { type: 0, id: 1, childNodes: [{ type: 2, id: 2, tagName: 'html', attributes: {}, childNodes }] },
    initialOffset: { left: 0, top: 0 },
  },
});
const element = (id: number, tagName: string, attributes: object, text = '') => ({
  ...{ type: 2, id, tagName, attributes },
  childNodes: text === '' ? [] : [{ type: 3, id: id + 1, textContent: text }],
});

const BUILD = { build: 'b1' };
const BEGIN = 1_780_000_000_000;

/** A visit that shows a form, reads the clauses for two seconds and agrees; batch 2 is lost on the way. */
async function visit(visitor: Visitor, trace: string, channel = 'wechat'): Promise<void> {
  const first = [
    { type: 4, timestamp: BEGIN, data: { href: 'https://x.example/#/', width: 375, height: 812 } },
    mark(BEGIN, 'env', {
      ...{ channel, userAgent: 'Mozilla/5.0 (iPhone)', width: 375, height: 812 },
      ...{ recorder: '@rrweb/record 2.1.6', sdk: '', elder: false },
    }),
    mark(BEGIN, 'page', { route: 'beforeAdd', act: 'enter', title: '填写参保人', build: 'b1' }),
    snapshot(
      BEGIN + 10,
      element(10, 'p', {}, '参保人 ⟦1⟧，手机 ⟦3⟧，密码 ⟦-⟧'),
      element(12, 'input', { value: '⟦2⟧', onfocus: 'alert(1)' }),
      element(14, 'img', { src: 'https://evil.example/x.png' }),
    ),
  ];
  const second = [
    mark(BEGIN + 4_000, 'page', { route: 'beforeConfirm', act: 'enter', title: '核对参保信息', build: 'b1' }),
    doc(BEGIN + 5_000, 'clauses', 'open', 0, 0),
    doc(BEGIN + 6_900, 'clauses', 'bottom', 100, 1_900),
    doc(BEGIN + 7_000, 'clauses', 'close', 100, 2_000),
    mark(BEGIN + 8_000, 'consent', { id: '我已读完并同意', textSha256: SHA, checked: true }),
  ];
  const last = [
    mark(BEGIN + 12_000, 'api', { path: '/api/v1/order', status: 500, code: null, ms: 80, requestId: null }),
    { type: 3, timestamp: BEGIN + 12_500, data: { source: 5, id: 12, text: '⟦2⟧ ⟦4⟧', isChecked: false } },
  ];
  const values = [
    { k: 1, v: linMei.name },
    { k: 2, v: linMei.idNumber },
    { k: 3, v: linMei.phone },
  ];
  await send(visitor, batchOf(trace, 0, JSON.stringify(first), { ...BUILD, vals: JSON.stringify(values) }));
  await send(visitor, batchOf(trace, 1, JSON.stringify(second), BUILD));
  await send(visitor, batchOf(trace, 3, JSON.stringify(last), { ...BUILD, vals: '[{"k":4,"v":"林梅家"}]' }));
}

async function eventsOf(desk: Desk, trace: string, unmasked = false): Promise<string> {
  let text = '';
  for (let from: number | null = 0; from !== null; ) {
    const page: Awaited<ReturnType<typeof desk.value<'readRecordingEvents'>>> = await desk.value(
      'readRecordingEvents',
      unmasked ? { trace, from, unmasked } : { trace, from },
    );
    text += JSON.stringify(page.events);
    from = page.next;
  }
  return text;
}

test('a sale is found by what is known of it, told in words, and played masked until a second person agrees', async () => {
  const trace = randomUUID();
  const visitor = shop.visitor();
  visitor.recordId = trace;
  await visit(visitor, trace);
  await visitor.logIn(linMei);
  const { orderNo } = await placeOrder(visitor);
  await pay(visitor, orderNo, shop.sandbox);
  const shown = await eventually(
    () => compliance.value('showRecording', { trace }),
    ({ happenings }) => happenings.some(({ label }) => label === '出单'),
  );
  expect(shown).toMatchObject({
    ...{ state: 'collecting', stateLabel: '采集中', orderNos: [orderNo], holder: '林*', problems: [] },
    environment: { channel: '微信', device: 'iPhone', width: 375, height: 812 },
    documents: [{ id: 'clauses', title: '保险条款', version: 3, dwellMs: 2_000, percent: 100, medianMs: null }],
    unmasking: { until: null, waiting: false },
  });
  const told = shown.happenings.map(({ kind, text }) => `${kind} ${text}`);
  for (const words of [
    'page 打开“填写参保人”',
    'document 保险条款第 3 版，停留 2.0 秒，读到末尾',
    'gap 缺 1 批',
    'api /api/v1/order：出错 500',
    `server 订单保存，订单 ${orderNo}`,
  ]) {
    expect(told.some((one) => one.startsWith(words))).toBe(true);
  }
  // The page that was open last lasts until the end.
  expect(shown.happenings.findLast(({ kind }) => kind === 'page')?.until).toBe(BEGIN + 12_500);

  // Whatever is known of it finds it, and nobody's number is in the answer or in the audit log.
  shop.clock.advance(QUIET_MS);
  await shop.runJob('recording-digests');
  const person = { idType: '01', idNumber: linMei.idNumber };
  // Which policies somebody has is noted after the policy.
  await eventually(
    () => compliance.value('searchRecordings', person),
    ({ recordings }) => recordings.length > 0,
  );
  const edition = (await visitor.value('queryOrders', {})).orders[0]?.editionCode;
  for (const search of [
    { number: orderNo },
    { number: trace },
    person,
    { phone: linMei.phone },
    { channel: 'wechat', shortRead: true },
    { mark: 'gap' as const },
    { mark: 'gap' as const, state: 'collecting' as const },
    { mark: 'failed-call' as const, edition },
  ]) {
    const { recordings } = await compliance.value('searchRecordings', search);
    expect([search, recordings.map((one) => one.trace)]).toEqual([search, [trace]]);
    expect(JSON.stringify(recordings)).not.toMatch(new RegExp(`${linMei.phone}|${linMei.idNumber}|${linMei.name}`));
  }
  for (const search of [
    { ...person, idNumber: people.mother.idNumber },
    { state: 'sealed' as const },
    { to: '2026-01-01' },
    { channel: 'no-such-way' },
    { edition: 'js25' },
  ]) {
    expect((await compliance.value('searchRecordings', search)).recordings).toEqual([]);
  }

  const planted = [linMei.name, linMei.idNumber, linMei.phone];
  const masked = await eventsOf(compliance, trace);
  for (const value of planted) expect(masked).not.toContain(value);
  expect(masked).toContain('参保人 林*，手机 190****');
  expect(masked).toContain('密码 ＊');
  expect(masked).not.toMatch(/alert|evil\.example/);
  expect(await compliance.call('readRecordingEvents', { trace, unmasked: true })).toMatchObject({ code: 400707 });

  // One asks, another agrees; the asker alone sees it, for a quarter of an hour.
  expect(await finance.call('askUnmasking', { trace, reason: '客户投诉没看到条款' })).toMatchObject({ code: 400702 });
  const { approvalNo } = await compliance.value('askUnmasking', { trace, reason: '客户投诉没看到条款' });
  expect(await compliance.call('askUnmasking', { trace, reason: '客户投诉没看到条款' })).toMatchObject({
    code: 400707,
  });
  expect((await compliance.value('showRecording', { trace })).unmasking.waiting).toBe(true);
  expect(await compliance.call('decideApproval', { approvalNo, agree: true })).not.toMatchObject({ code: 200000 });
  await operations.value('decideApproval', { approvalNo, agree: true });
  const clear = await eventsOf(compliance, trace, true);
  for (const value of planted) expect(clear).toContain(value);
  expect(clear).toContain('林梅家');
  expect(clear).not.toMatch(/alert|evil\.example/);
  expect(await operations.call('readRecordingEvents', { trace, unmasked: true })).toMatchObject({ code: 400707 });
  shop.clock.advance(15 * 60_000);
  expect(await compliance.call('readRecordingEvents', { trace, unmasked: true })).toMatchObject({ code: 400707 });

  const { accesses } = await compliance.value('showRecording', { trace });
  expect(accesses.count).toBeGreaterThan(2);
  expect(accesses.latest.some(({ who, reason }) => who.includes('合规 01') && reason.includes('看原文'))).toBe(true);
});

test('a plain client keeps no values apart: what was typed and every number is masked all the same', async () => {
  const trace = randomUUID();
  const input = { type: 3, timestamp: BEGIN + 20, data: { source: 5, id: 12, text: linMei.name, isChecked: false } };
  const page = snapshot(
    BEGIN,
    element(10, 'p', {}, `电话 ${linMei.phone}`),
    element(12, 'input', { value: linMei.idNumber }),
  );
  await send(shop.visitor(), plainBatch(trace, JSON.stringify([page, input])));
  await send(shop.visitor(), plainBatch(trace, 'packed some other way'));
  const shown = await compliance.value('showRecording', { trace });
  expect(shown.problems).toEqual(['第 2 批不是能回放的事件']);
  const masked = await eventsOf(compliance, trace);
  for (const value of [linMei.name, linMei.idNumber, linMei.phone]) expect(masked).not.toContain(value);
  expect(masked).toContain('电话 190****');
});

test('a sealed recording is read from its object, when its segment is gone', async () => {
  const trace = randomUUID();
  const visitor = shop.visitor();
  await visit(visitor, trace);
  shop.clock.advance(40 * 60_000);
  for (const job of ['evidence-capture', 'evidence-log', 'seal-recordings', 'evidence-log']) await shop.runJob(job);
  compliance = await signedIn(shop, 'hegui01');
  const before = await compliance.value('showRecording', { trace });
  expect(before.state).toBe('sealed-with-gaps');
  const { query } = (shop.servers[0] as RunningServer).deps.database;
  await query(`update recording_chunks set segment = 'gone' where trace = $1`, [trace]);
  const after = await compliance.value('showRecording', { trace });
  expect(after.problems).toEqual([]);
  expect(after.happenings).toEqual(before.happenings);
});

test('a recording whose key cannot be opened says why, and what else is known of it is still shown', async () => {
  const trace = randomUUID();
  await visit(shop.visitor(), trace);
  const { query } = (shop.servers[0] as RunningServer).deps.database;
  const [{ kek }] = (await query<{ kek: string }>('select kek from recordings where trace = $1', [trace])) as [
    { kek: string },
  ];
  const why = async () => {
    const { problems, happenings, state } = await compliance.value('showRecording', { trace });
    expect(state).toBe('collecting');
    expect(happenings).toEqual([]);
    expect(await compliance.call('readRecordingEvents', { trace })).toMatchObject({ message: problems[0] });
    return problems;
  };
  await query(`update recordings set kek = 'gone/2026-01', keys_wrapped = '\\x00' where trace = $1`, [trace]);
  expect(await why()).toEqual(['这个记录打不开：锁它的证据密钥不在服务器的设置里，请联系系统管理员把那一把加回来']);
  await query(`update recordings set kek = $2 where trace = $1`, [trace, kek]);
  expect(await why()).toEqual(['这个记录打不开：它的密钥和存下时不一样了，解不开，请联系系统管理员']);

  // Those that came later are read out all the same; this one is tried again when a day has passed.
  shop.clock.advance(1_000);
  const later = randomUUID();
  await visit(shop.visitor(), later);
  const marks = async () => {
    await shop.runJob('recording-digests');
    const rows = await query<{ trace: string; marks: string[]; noted_at: number }>(
      'select trace, marks, noted_at from recording_digests where trace = any ($1)',
      [[trace, later]],
    );
    return new Map(rows.map((row) => [row.trace, row]));
  };
  shop.clock.advance(QUIET_MS);
  const first = await marks();
  expect(first.get(trace)?.marks).toEqual(['unopened']);
  expect(first.get(later)?.marks).toContain('gap');
  expect((await marks()).get(trace)?.noted_at).toBe(first.get(trace)?.noted_at);
  shop.clock.advance(24 * 3_600_000);
  expect((await marks()).get(trace)?.noted_at).toBeGreaterThan(first.get(trace)?.noted_at as number);
});

test('a recording that is not read out for want of the database is read out in the next round, not a day later', async () => {
  const trace = randomUUID();
  await visit(shop.visitor(), trace);
  const { query } = (shop.servers[0] as RunningServer).deps.database;
  shop.clock.advance(QUIET_MS);
  await query(`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'no space left on device' using errcode = '53100'; end $$`);
  await query('create trigger no_room before insert on recording_digests for each row execute function no_room()');
  await expect(shop.runJob('recording-digests')).rejects.toMatchObject({ code: '53100' });
  await query('drop trigger no_room on recording_digests');
  await query('drop function no_room');
  await shop.runJob('recording-digests');
  expect(await query('select marks from recording_digests where trace = $1', [trace])).toMatchObject([
    { marks: expect.not.arrayContaining(['unopened']) },
  ]);
});

test('what is not there, and a page after the other', async () => {
  compliance = await signedIn(shop, 'hegui01');
  expect(await compliance.call('showRecording', { trace: randomUUID() })).toMatchObject({ code: 400104 });
  expect(await compliance.call('searchRecordings', { idNumber: linMei.idNumber })).toMatchObject({ code: 400100 });
  const visitor = shop.visitor();
  for (let index = 0; index < 42; index += 1) await send(visitor, plainBatch(randomUUID(), `[${index}]`));
  const first = await compliance.value('searchRecordings', {});
  expect(first.recordings).toHaveLength(40);
  const second = await compliance.value('searchRecordings', { before: first.next as string });
  const all = [...first.recordings, ...second.recordings].map(({ trace }) => trace);
  expect(new Set(all).size).toBe(48);
});

test('a way in that nobody knows is told in a word, whatever a phone calls it', async () => {
  const [trace, visitor] = [randomUUID(), shop.visitor()];
  visitor.recordId = trace;
  await visit(visitor, trace, 'h5');
  const { environment } = await compliance.value('showRecording', { trace });
  expect(environment.channel).toBe('其他');
});
