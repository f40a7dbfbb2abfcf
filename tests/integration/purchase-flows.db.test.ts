import { randomBytes } from 'node:crypto';
import type { Calls, InputOf } from '@huimin/contract';
import { type Person, people } from '@huimin/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seedOutletStaff } from '../../apps/server/seed/outlet-staff.ts';
import { decideMidYear } from '../../apps/server/src/features/mid-year/index.ts';
import { upload } from './change-stage.ts';
import { ownCopy } from './own-copy.ts';
import { agreements, keep, loggedIn, openShop, pay, REQUIRED, resident, type Shop, type Visitor } from './shop.ts';

/** The demonstration edition of the test year: sold in 2026, cover in 2027. */
const IN_SALE = Date.parse('2026-11-20T10:00:00+08:00');
const STAFF_PHONE = { phone: '13900000099' };

let shop: Shop;
let staff: Visitor;
let agreedDocuments: { key: string; version: number }[];

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  shop.clock.set(IN_SALE);
  const [server] = shop.servers;
  if (server) await seedOutletStaff(server.deps);
  staff = await loggedIn(shop, STAFF_PHONE);
  agreedDocuments = await agreements(staff.value, REQUIRED);
});
afterAll(() => shop?.close());

const prepared = (person: Person, relationship: '00' | '02' | '03', insured = true) => ({
  relationship,
  name: person.name,
  idType: '01',
  idNumber: person.idNumber,
  regionCode: '320508',
  insured,
});

async function saveOrder(visitor: Visitor, more: Partial<InputOf<Calls['saveOrder']>>) {
  const { envelope } = await visitor.call('saveOrder', {
    clientKey: randomBytes(16).toString('hex'),
    policyholderMemberId: '',
    insuredMemberIds: [],
    agreedDocuments,
    ...more,
  });
  return envelope;
}

/** Pays, and lets the jobs do what follows. */
async function payAndIssue(visitor: Visitor, orderNo: string): Promise<void> {
  await pay(visitor, orderNo, shop.sandbox);
  const jobs = shop.servers[0]?.built.jobs.filter(({ name }) => name.includes('outbox')) ?? [];
  expect(jobs.length).toBeGreaterThan(0);
  for (const job of jobs) await job.run();
}

beforeEach(() => shop.clock.set(shop.clock.now() + 1_000));

describe('help at an outlet', () => {
  test('staff fill in, the resident reads, confirms and pays; the desk follows, and the order knows who helped', async () => {
    expect((await staff.value('assistanceDesk')).staff).toEqual({
      staffNo: 'SG0000',
      name: '陈示范',
      outletName: '甲信财产姑苏服务点',
    });
    const opened = await staff.value('openAssistance', {});
    expect(opened).toMatchObject({ status: 'waiting', preparedCount: 0 });
    expect(opened.code?.digits).toMatch(/^\d{6}$/);
    expect(new Set(opened.code?.qr.map((row) => row.length))).toEqual(new Set([opened.code?.qr.length]));

    const [self, mother] = [resident(11), resident(12)];
    const visitor = await loggedIn(shop, self);
    const joined = await visitor.value('joinAssistance', {
      link: new URL(opened.code?.link ?? '').hash.split('link=')[1],
    });
    expect(joined).toMatchObject({ status: 'joined', people: [], staff: { name: '陈示范' } });
    const { assistanceNo } = joined;

    const desk = await staff.value('prepareAssistance', {
      assistanceNo,
      people: [prepared(self, '00', false), prepared(mother, '02')],
    });
    expect(desk).toMatchObject({ status: 'prepared', preparedCount: 2, code: null });
    // The desk sees how far it is, not who: nobody's number, nobody's whole name.
    expect(JSON.stringify(desk)).not.toContain(self.idNumber);
    expect(JSON.stringify(desk)).not.toContain(self.phone);

    const shown = await visitor.value('queryAssistance', { assistanceNo });
    expect(shown.people).toMatchObject([
      { name: self.name, relationship: '00', insured: false },
      { name: mother.name, relationship: '02', insured: true, regionText: '苏州 - 姑苏区' },
    ]);
    expect(JSON.stringify(shown)).not.toContain(mother.idNumber);
    await visitor.value('reportReading', { assistanceNo, readCount: 3, totalCount: 4 });
    expect((await staff.value('assistanceDesk')).current?.steps.map(({ state, title }) => [state, title])).toEqual([
      ['done', expect.stringContaining('已扫码')],
      ['done', '您帮忙填的信息已送到'],
      ['now', '居民在读文件'],
      ['todo', '居民自己确认'],
      ['todo', '居民自己付款'],
    ]);

    const own = await visitor.value('acceptAssistance', { assistanceNo, preparedVersion: 1, consent: true });
    expect(own.insuredMemberIds).toHaveLength(1);
    const saved = await saveOrder(visitor, { flow: 'assisted', assistanceNo, ...own });
    expect(saved).toMatchObject({ code: 200000, result: { premiumFen: 15_800 } });
    const orderNo = saved.result?.orderNo as string;
    expect(await visitor.value('queryAssistance', { assistanceNo })).toMatchObject({
      status: 'ordered',
      orderNo,
      people: [],
    });
    await payAndIssue(visitor, orderNo);
    const done = (await staff.value('assistanceDesk')).current;
    expect(done?.steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done', 'done']);
    const { rowsOf } = await ownCopy(shop, visitor, self);
    expect(rowsOf('网点协助')).toMatchObject([{ 协助编号: assistanceNo, 订单号: orderNo }]);

    const { query } = (shop.servers[0] as Shop['servers'][number]).deps.database;
    const [order] = await query<object>(
      `select flow, assistance_no, attribution->>'agentCode' as agent from orders where assistance_no is not null`,
    );
    expect(order).toEqual({ flow: 'assisted', assistance_no: assistanceNo, agent: 'SG0000' });
    const events = await query<{ actor: string; step: string }>(
      'select actor, step from assistance_events where assistance_no = $1 order by id',
      [assistanceNo],
    );
    expect(events.map(({ actor, step }) => `${actor} ${step}`)).toEqual([
      'staff opened',
      'resident joined',
      'staff prepared',
      'resident read',
      'resident confirmed',
      'resident ordered',
    ]);
  });

  test('the outlet cannot confirm, and nobody else sees or takes part', async () => {
    const opened = await staff.value('openAssistance', {});
    const { assistanceNo } = opened;
    const digits = opened.code?.digits ?? '';
    expect((await staff.call('joinAssistance', { code: digits })).envelope).toMatchObject({
      code: 400100,
      message: expect.stringContaining('居民自己的手机'),
    });
    const visitor = await loggedIn(shop, resident(13));
    await visitor.value('joinAssistance', { code: digits });
    await staff.value('prepareAssistance', { assistanceNo, people: [prepared(resident(13), '00')] });

    const stranger = await loggedIn(shop, resident(14));
    const agree = { assistanceNo, preparedVersion: 1, consent: true as const };
    for (const other of [stranger, staff]) {
      expect((await other.call('acceptAssistance', agree)).envelope.code).toBe(400104);
      expect((await other.call('queryAssistance', { assistanceNo })).envelope.code).toBe(400104);
      expect((await other.call('reportReading', { assistanceNo, readCount: 1, totalCount: 4 })).envelope.code).toBe(
        400104,
      );
    }
    expect((await stranger.call('joinAssistance', { code: digits })).envelope.code).toBe(400104);
    expect((await stranger.call('endAssistance', { assistanceNo })).envelope.code).toBe(400104);
    expect((await stranger.call('openAssistance', {})).envelope.code).toBe(400104);
    expect(
      (await stranger.call('prepareAssistance', { assistanceNo, people: [prepared(resident(13), '00')] })).envelope
        .code,
    ).toBe(400104);
    // Two at once: the one at the counter is finished or ended first.
    expect((await staff.call('openAssistance', {})).envelope).toMatchObject({ code: 400303 });

    const memberId = await keep(stranger, resident(14), '00');
    const theirs = { policyholderMemberId: memberId, insuredMemberIds: [memberId] };
    expect(await saveOrder(stranger, { flow: 'assisted', assistanceNo, ...theirs })).toMatchObject({ code: 400304 });
    expect(await saveOrder(stranger, { flow: 'assisted', ...theirs })).toMatchObject({ code: 400304 });

    // What was changed meanwhile is not agreed to unseen.
    await staff.value('prepareAssistance', {
      assistanceNo,
      people: [prepared(resident(13), '00'), prepared(resident(15), '03')],
    });
    expect((await visitor.call('acceptAssistance', agree)).envelope).toMatchObject({ code: 400303 });
    await visitor.value('endAssistance', { assistanceNo });
    expect(await visitor.value('queryAssistance', { assistanceNo })).toMatchObject({ status: 'ended', people: [] });
    expect((await staff.value('assistanceDesk')).current).toBeNull();
  });

  test('what is filled in keeps the rules of the form, with the place of every mistake', async () => {
    const opened = await staff.value('openAssistance', {});
    const { assistanceNo } = opened;
    const fill = async (given: InputOf<Calls['prepareAssistance']>['people']) =>
      (await staff.call('prepareAssistance', { assistanceNo, people: given })).envelope;
    expect(await fill([prepared(resident(16), '00')])).toMatchObject({
      code: 400303,
      message: expect.stringContaining('还没有扫码'),
    });
    const pathsOf = async (given: Parameters<typeof fill>[0]) =>
      ((await fill(given)).result as unknown as { fields: { path: string }[] }).fields.map(({ path }) => path);
    expect(await pathsOf([prepared(resident(16), '02')])).toEqual(['people']);
    expect(await pathsOf([prepared(resident(16), '00', false)])).toEqual(['people']);
    expect(await pathsOf([prepared(resident(16), '00'), prepared(resident(16), '02')])).toEqual(['people.1.idNumber']);
    expect(await pathsOf([{ ...prepared(resident(16), '00'), idNumber: '320506199001011234' }])).toEqual([
      'people.0.idNumber',
    ]);
    expect(await fill([prepared(people.child, '00')])).toMatchObject({ code: 400210 });
    await staff.value('endAssistance', { assistanceNo });
  });

  test('a code is good for ten minutes and one resident; trying out codes is stopped', async () => {
    const opened = await staff.value('openAssistance', {});
    const digits = opened.code?.digits ?? '';
    shop.clock.set(shop.clock.now() + 1_000);
    const again = await staff.value('openAssistance', {});
    const visitor = await loggedIn(shop, resident(17));
    expect((await visitor.call('joinAssistance', { code: digits })).envelope.code).toBe(
      again.code?.digits === digits ? 200000 : 400104,
    );
    shop.clock.set(shop.clock.now() + 11 * 60_000);
    expect((await visitor.call('joinAssistance', { code: again.code?.digits })).envelope.code).toBe(400104);
    expect(await shop.runJob('assistances')).toBe(1);
    expect((await staff.value('assistanceDesk')).current).toBeNull();
    const codes: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      const { envelope } = await visitor.call('joinAssistance', { code: String(100_000 + tries) });
      codes.push(envelope.code as number);
    }
    expect(codes.slice(-2)).toEqual([400129, 400129]);
  });
});

test('those covered before buy early, others are told to wait', async () => {
  const { query } = (shop.servers[0] as Shop['servers'][number]).deps.database;
  const visitor = await loggedIn(shop, resident(21));
  const [old, fresh] = [await keep(visitor, resident(21), '00'), await keep(visitor, resident(22), '02')];
  const before = await saveOrder(visitor, { policyholderMemberId: old, insuredMemberIds: [old] });
  await payAndIssue(visitor, before.result?.orderNo as string);
  // That purchase was for an earlier year.
  await query(`update orders set edition_code = 'js26', edition_year = 2026 where flow = 'normal'`);
  await query(`update policies set edition_code = 'js26', edition_year = 2026`);
  await query(`update person_claims set edition_code = 'js26'`);
  await moveSale({
    insureStart: '2026-12-01',
    insureEnd: '2026-12-31 23:59:59',
    flows: { early: { from: '2026-11-01' } },
  });
  const early = { flow: 'early' as const, policyholderMemberId: old };
  expect(await saveOrder(visitor, { policyholderMemberId: old, insuredMemberIds: [old] })).toMatchObject({
    code: 300001,
  });
  expect(await saveOrder(visitor, { ...early, insuredMemberIds: [old, fresh] })).toMatchObject({
    code: 400304,
    message: expect.stringContaining(resident(22).name),
  });
  expect(await saveOrder(visitor, { ...early, insuredMemberIds: [old] })).toMatchObject({ code: 200000 });
});

test('mid-year: the newborn joins by the birth date, and cover begins after the waiting days', async () => {
  const mid = {
    from: '2026-11-01',
    until: '2026-12-31',
    waitingDays: 30,
    reasons: [{ code: 'newborn', label: '新生儿', detail: '出生 90 天内', proof: 'birth', withinDays: 90 }],
  };
  await moveSale({
    insureStart: '2025-09-01',
    insureEnd: '2025-12-31 23:59:59',
    underwriteEnd: '2026-01-10 23:59:59',
    validDate: '2026-01-01',
    invalidDate: '2026-12-31',
    flows: { mid },
  });
  const visitor = await loggedIn(shop, resident(31));
  const self = await keep(visitor, resident(31), '00');
  const baby = await visitor.value('addMember', {
    relationship: '03',
    name: '林小宝',
    idType: '04',
    idNumber: 'S320000123',
    sex: 'f',
    birthDate: '2026-10-08',
    regionCode: '320508',
    consent: true,
    guardianConsent: true,
  });
  expect(await saveOrder(visitor, { policyholderMemberId: self, insuredMemberIds: [self] })).toMatchObject({
    code: 300001,
  });
  expect(await saveOrder(visitor, { flow: 'mid', policyholderMemberId: self, insuredMemberIds: [self] })).toMatchObject(
    {
      code: 400304,
      message: expect.stringContaining(resident(31).name),
    },
  );
  const saved = await saveOrder(visitor, {
    flow: 'mid',
    policyholderMemberId: self,
    insuredMemberIds: [baby.memberId],
  });
  expect(saved.code).toBe(200000);
  const detail = await visitor.value('queryOrderDetail', { orderNo: saved.result?.orderNo as string });
  expect(detail).toMatchObject({ validDate: '2026-12-21', invalidDate: '2026-12-31' });
  await payAndIssue(visitor, saved.result?.orderNo as string);
  const listed = await visitor.value('selectListPolicy', {});
  expect(listed.policies).toMatchObject([{ validDate: '2026-12-21', status: 0 }]);
});

test('mid-year: others hand in papers first; approved, they buy once; refused and taken back are told', async () => {
  const discharged = { code: 'discharged', label: '退役军人', detail: '退役 60 天内', proof: 'paper', withinDays: 60 };
  await moveSale({
    insureStart: '2025-09-01',
    insureEnd: '2025-12-31 23:59:59',
    underwriteEnd: '2026-01-10 23:59:59',
    validDate: '2026-01-01',
    invalidDate: '2026-12-31',
    flows: { mid: { from: '2026-11-01', until: '2026-12-31', waitingDays: 0, reasons: [discharged] } },
  });
  const { deps } = shop.servers[0] as Shop['servers'][number];
  const midYear = { ...deps, loadMembers: async () => new Map<string, never>() };
  const visitor = await loggedIn(shop, resident(41));
  const self = await keep(visitor, resident(41), '00');
  const paper = () => upload(visitor);
  const asked = { memberId: self, reason: 'discharged' };
  expect((await visitor.call('applyMidYear', { ...asked, fileIds: ['W0000000000000000001'] })).envelope.code).toBe(
    400104,
  );
  expect((await visitor.value('queryMidYear')).applications).toEqual([]);
  const applied = await visitor.value('applyMidYear', { ...asked, fileIds: [await paper()] });
  expect(applied).toMatchObject({ status: 'submitted', reasonLabel: '退役军人', paperCount: 1, memberId: self });
  const { applicationNo } = applied;
  expect((await visitor.call('applyMidYear', { ...asked, fileIds: [await paper()] })).envelope.code).toBe(400303);
  const stranger = await loggedIn(shop, resident(42));
  for (const call of ['withdrawMidYear', 'supplementMidYear'] as const) {
    const fileIds = [await paper()];
    expect((await stranger.call(call, { applicationNo, fileIds } as never)).envelope.code).toBe(400104);
  }
  const buy = { flow: 'mid' as const, policyholderMemberId: self, insuredMemberIds: [self] };
  expect(await saveOrder(visitor, buy)).toMatchObject({ code: 400304 });

  expect(await decideMidYear(midYear, applicationNo, { kind: 'ask-papers', by: '王审核', note: '缺背面' })).toBe(
    'done',
  );
  expect((await visitor.value('queryMidYear')).applications).toMatchObject([
    { status: 'more-papers', answer: '缺背面' },
  ]);
  const more = await visitor.value('supplementMidYear', { applicationNo, fileIds: [await paper()] });
  expect(more).toMatchObject({ status: 'submitted', paperCount: 2 });
  expect(await decideMidYear(midYear, applicationNo, { kind: 'approve', by: '王审核', note: null })).toBe('done');
  expect(await decideMidYear(midYear, applicationNo, { kind: 'refuse', by: '王审核', note: '迟了' })).toBe('late');
  const news = () => shop.runJob('mid-year-news');
  // As several servers do at once.
  await Promise.all([news(), news(), news()]);
  const told = () => shop.sandbox.control.sms(resident(41).phone).filter(({ params }) => 'result' in params).length;
  const once = told();
  expect(once).toBe(1);
  await news();
  expect(told()).toBe(once);
  const saved = await saveOrder(visitor, buy);
  expect(saved).toMatchObject({ code: 200000 });

  // Not used in time, it is over.
  await visitor.value('cancelOrder', { orderNo: saved.result?.orderNo as string });
  shop.clock.set(shop.clock.now() + 16 * 24 * 3_600_000);
  await shop.runJob('mid-year-sweep');
  const late = await loggedIn(shop, resident(41));
  expect((await late.value('queryMidYear')).applications).toMatchObject([{ status: 'lapsed' }]);
  expect(await saveOrder(late, buy)).toMatchObject({ code: 400304 });
  const again = await late.value('applyMidYear', { ...asked, fileIds: [await upload(late)] });
  const back = await late.value('withdrawMidYear', { applicationNo: again.applicationNo });
  expect(back).toMatchObject({ status: 'withdrawn', paperCount: 0 });
  const { rowsOf } = await ownCopy(shop, late, resident(41));
  expect(rowsOf('中途参保申请')).toMatchObject([{ 状态: '已过期' }, { 姓名: resident(41).name, 状态: '已撤销' }]);
});

test('mid-year: papers are for the edition in which somebody joins, also where another one is shown first', async () => {
  const { deps } = shop.servers[0] as Shop['servers'][number];
  const [{ code: productId } = { code: '' }] = await deps.database.query<{ code: string }>(
    `update editions set document = document || $1::jsonb, config_version = config_version + 1
     where code = (select code || 'plus' from editions where is_default) returning code`,
    [
      JSON.stringify({
        ...{ insureStart: '2025-09-01', insureEnd: '2025-12-31 23:59:59', underwriteEnd: '2026-01-10 23:59:59' },
        ...{ validDate: '2026-01-01', invalidDate: '2026-12-31' },
        flows: {
          mid: {
            ...{ from: '2026-11-01', until: '2026-12-31', waitingDays: 0 },
            reasons: [{ code: 'returned', label: '回省的人', detail: '60 天内', proof: 'paper', withinDays: 60 }],
          },
        },
      }),
    ],
  );
  await deps.editions.refresh();
  shop.clock.set('2026-11-25T10:00:00+08:00');
  const visitor = await loggedIn(shop, resident(43));
  const self = await keep(visitor, resident(43), '00');
  const asked = { memberId: self, reason: 'returned', fileIds: [await upload(visitor)] };
  const { applicationNo } = await visitor.value('applyMidYear', { ...asked, productId });
  expect((await visitor.value('queryMidYear')).applications).toEqual([]);
  const { applications } = await visitor.value('queryMidYear', { productId });
  expect(applications).toMatchObject([{ applicationNo, reasonLabel: '回省的人' }]);
  const midYear = { ...deps, loadMembers: async () => new Map<string, never>() };
  expect(await decideMidYear(midYear, applicationNo, { kind: 'approve', by: '王审核', note: null })).toBe('done');
  const buy = { flow: 'mid' as const, planCode: 'basic', policyholderMemberId: self, insuredMemberIds: [self] };
  expect(await saveOrder(visitor, { ...buy, productId })).toMatchObject({ code: 200000 });
});

/** Other dates for the edition on sale, as an operator would publish them. */
async function moveSale(change: object): Promise<void> {
  const [server] = shop.servers;
  if (!server) return;
  await server.deps.database.query(
    `update editions set document = document || $1::jsonb, config_version = config_version + 1 where is_default`,
    [JSON.stringify(change)],
  );
  await server.deps.editions.refresh();
}
