import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { type Desk, signedIn } from './desk.ts';
import { beijing, publishPages } from './edition-pages.ts';
import { loggedIn, openShop, pay, placeOrder, type RunningServer, type Shop } from './shop.ts';

/** The plans of an edition at the desk: one added, taken out, put back, moved, and sold. */
let shop: Shop;
let operations: Desk;
let compliance: Desk;
let broker: Desk;
let from: string;

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  await seedStaffOfDemonstration((shop.servers[0] as RunningServer).deps);
  operations = await signedIn(shop, 'yunying01');
  compliance = await signedIn(shop, 'hegui01');
  broker = await signedIn(shop, 'jingji01');
  const { editions } = await operations.value('listEditions');
  from = editions.find(({ isDefault }) => isDefault)?.edition ?? '';
});
afterAll(() => shop?.close());

const show = (edition: string) => operations.value('showEdition', { edition });
const query = <Row extends object>(text: string, values: unknown[] = []) =>
  (shop.servers[0] as RunningServer).deps.database.query<Row>(text, values);

const TOP = { code: 'top', name: '至尊款', premiumYuan: '３５８.5 元', adds: ['海外救援'], coverOf: 'basic' };
type Given = Parameters<Desk['call']>;
/** A change of the draft as it is now. */
const change = async (call: Given[0], edition: string, more: object) => {
  const { draft } = await show(edition);
  return operations.call(call, { edition, revision: draft?.revision ?? 0, ...more } as never);
};

test('of an edition that somebody could have bought no plan comes, goes or moves, and its draft neither', async () => {
  await operations.value('beginEditionDraft', { edition: from });
  const before = await show(from);
  expect(before.whyPlansStay).toContain('已经开始参保');
  for (const [call, more] of [
    ['addEditionPlan', { plan: TOP }],
    ['removeEditionPlan', { planCode: 'basic' }],
    ['arrangeEditionPlans', { planCodes: ['basic'] }],
  ] as const) {
    expect(await change(call, from, more)).toMatchObject({
      ...{ code: 400707, message: expect.stringContaining('已经开始参保') },
    });
  }
  expect((await show(from)).draft?.revision).toBe(before.draft?.revision);
  await operations.value('discardEditionDraft', { edition: from, revision: before.draft?.revision ?? 0 });
});

test('a plan is added, taken out, put back and moved, beside what another person writes', async () => {
  await operations.value('copyEdition', { edition: from, code: 'demo99' });
  expect(await change('removeEditionPlan', 'demo99', { planCode: 'basic' })).toMatchObject({
    ...{ code: 400707, message: expect.stringContaining('只剩这一个方案') },
  });
  for (const [wrong, sentence] of [
    [{ premiumYuan: '三百' }, '请填写保费'],
    [{ code: 'basic' }, '已经有了'],
    [{ name: '基础款' }, '已经有一个方案叫'],
    [{ coverOf: 'none' }, '先照哪个方案'],
  ] as const) {
    const refused = await change('addEditionPlan', 'demo99', { plan: { ...TOP, ...wrong } });
    expect(refused).toMatchObject({ code: 400707, message: expect.stringContaining(sentence) });
  }
  const { draft } = await show('demo99');
  const seen = { edition: 'demo99', revision: draft?.revision ?? 0 };
  await operations.value('addEditionPlan', { ...seen, plan: TOP });
  // Whoever has the draft as it was before is told, and nothing is lost.
  expect(await operations.call('removeEditionPlan', { ...seen, planCode: 'basic' })).toMatchObject({
    ...{ code: 400707, message: expect.stringContaining('刚刚被改过') },
  });
  const added = await show('demo99');
  expect(added.plans).toMatchObject([
    { code: 'basic', fen: 15_800, upgradeOf: null },
    { code: 'top', name: '至尊款', fen: 35_850, upgradeOf: { name: '基础款', fen: 20_050 } },
  ]);
  expect(added.coverPlans.map(({ names }) => names)).toEqual([['基础款'], ['至尊款']]);
  expect(
    added.differences.filter(({ section }) => section === 'plans').map(({ label, after }) => [label, after]),
  ).toEqual([
    ['加了方案', '至尊款（top），358.50 元 / 人'],
    ['至尊款多什么', '海外救援'],
  ]);
  // Its own figures, and nobody else's.
  const covers = added.fields.covers.map((lines, at) =>
    at === 1 ? lines.map((one) => ({ ...one, limitYuan: 2_000_000 })) : lines,
  );
  await change('saveEditionDraft', 'demo99', { fields: { covers } });
  expect(await change('arrangeEditionPlans', 'demo99', { planCodes: ['top', 'top', 'basic'] })).toMatchObject({
    code: 400707,
  });
  await change('arrangeEditionPlans', 'demo99', { planCodes: ['top', 'basic'] });
  const moved = await show('demo99');
  expect(moved.plans.map(({ code }) => code)).toEqual(['top', 'basic']);
  expect(moved.fields.premiumsYuan).toEqual(['358.50', '158.00']);
  await change('removeEditionPlan', 'demo99', { planCode: 'top' });
  const removed = await show('demo99');
  expect([removed.plans.map(({ code }) => code), removed.plansRemoved.map(({ code }) => code)]).toEqual([
    ['basic'],
    ['top'],
  ]);
  expect(removed.fields.covers).toHaveLength(1);
  // Residents would not see it, and words that still speak of it keep the draft from them.
  await change('saveEditionDraft', 'demo99', { fields: { slogan: '有至尊款' } });
  expect((await show('demo99')).checks.flatMap(({ problems }) => problems)).toContainEqual({
    ...{ path: 'slogan', message: '还写着“至尊款”，这一版没有这个方案了' },
  });
  await change('saveEditionDraft', 'demo99', { fields: { slogan: moved.fields.slogan } });
  await change('arrangeEditionPlans', 'demo99', { planCodes: ['basic', 'top'] });
  const back = await show('demo99');
  expect(back.plansRemoved).toEqual([]);
  expect(back.fields.covers).toEqual(covers);
  const { entries } = await (await signedIn(shop, 'shenji01')).value('listAuditLog', {});
  const told = entries.filter(({ subject }) => subject.startsWith('demo99')).map(({ detail }) => detail);
  expect(told).toEqual(
    expect.arrayContaining([
      '加方案：至尊款（top）',
      '方案顺序：top、basic',
      '删方案：至尊款（top）',
      '放回方案：至尊款（top）',
    ]),
  );
});

test('the third plan is agreed to by two, bought at its own premium, and its claims can be worked out', async () => {
  const middle = { code: 'upgraded', name: '升级款', premiumYuan: '258', adds: ['多 20 种药'], coverOf: 'basic' };
  await change('addEditionPlan', 'demo99', { plan: middle });
  await change('arrangeEditionPlans', 'demo99', { planCodes: ['basic', 'upgraded', 'top'] });
  await publishPages(shop, { operations, compliance, broker }, 'demo99');
  const today = beijing(shop.clock.now()).slice(0, 10);
  const { fields } = await show('demo99');
  await change('saveEditionDraft', 'demo99', {
    fields: {
      ...{ insureStart: today, recordFilingCode: 'TEST-2099-000001', becomesDefault: true },
      ...(fields.earlyFrom === '' ? {} : { earlyFrom: today }),
    },
  });
  const ready = await show('demo99');
  expect(ready.checks.flatMap(({ problems }) => problems)).toEqual([]);
  const revision = ready.draft?.revision ?? 0;
  await operations.value('submitEditionDraft', { edition: 'demo99', revision });
  // What two people read is not changed in passing.
  expect(await change('removeEditionPlan', 'demo99', { planCode: 'top' })).toMatchObject({
    ...{ code: 400707, message: expect.stringContaining('继续改') },
  });
  await compliance.value('decideEditionDraft', { edition: 'demo99', revision, agree: true });
  await broker.value('decideEditionDraft', { edition: 'demo99', revision, agree: true });
  await compliance.value('scheduleEdition', { edition: 'demo99', revision, at: beijing(shop.clock.now() + 60_000) });
  const untouched = await query(`select document from editions where code = $1`, [from]);
  shop.clock.advance(120_000);
  expect(await shop.runJob('edition-publishing')).toBe(1);
  expect(await query(`select document from editions where code = $1`, [from])).toEqual(untouched);
  const info = await shop.visitor().value('productInfo');
  expect(info).toMatchObject({ editionCode: 'demo99', premium1: 158, premium2: 258 });
  expect(info.plans.map(({ code, premiumFen }) => [code, premiumFen])).toEqual([
    ['basic', 15_800],
    ['upgraded', 25_800],
    ['top', 35_850],
  ]);
  expect(info).not.toHaveProperty('plansRemoved');
  const compared = await shop.visitor().value('productQuery');
  const top = compared.find(({ editionCode }) => editionCode === 'demo99')?.plans[2];
  expect(top?.benefits?.[0]?.limitFen).toBe(200_000_000);

  const visitor = await loggedIn(shop, people.linMei);
  const { orderNo, premiumFen } = await placeOrder(visitor, [people.linMei], undefined, 'top');
  expect(premiumFen).toBe(35_850);
  await pay(visitor, orderNo, shop.sandbox);
  const bought = await query(
    `select o.plan_code, p.amount_fen from orders o join payments p on p.order_id = o.id where o.edition_code = 'demo99'`,
  );
  expect(bought).toEqual([{ plan_code: 'top', amount_fen: 35_850 }]);
  const [rules] = await query<{ document: { plans: { code: string; categories: { limitFen: number }[] }[] } }>(
    `select document from adjustment_rules where edition_code = 'demo99'`,
  );
  expect(rules?.document.plans.map(({ code, categories }) => [code, categories[0]?.limitFen])).toEqual([
    ['basic', 100_000_000],
    ['upgraded', 100_000_000],
    ['top', 200_000_000],
  ]);
  // Sold now: it stays.
  await operations.value('beginEditionDraft', { edition: 'demo99' });
  expect(await change('removeEditionPlan', 'demo99', { planCode: 'upgraded' })).toMatchObject({ code: 400707 });
});

test('before its sale a published edition may lose a plan, unless a company was put down for it', async () => {
  const soon = (await operations.value('listEditions')).editions.find(({ edition }) =>
    edition.startsWith('soon'),
  )?.edition;
  const edition = soon ?? '';
  await operations.value('beginEditionDraft', { edition });
  expect((await show(edition)).whyPlansStay).toBeNull();
  await change('addEditionPlan', edition, { plan: TOP });
  await query(
    `insert into groups (shard, id, edition_code, plan_code, company_index, contact_index, details_sealed, region_code,
       head_count, status, created_at) values (1, 1, $1, 'basic', '\\x01', '\\x01', '\\x01', '320500', 20, 'submitted', now())`,
    [edition],
  );
  expect(await change('removeEditionPlan', edition, { planCode: 'basic' })).toMatchObject({
    ...{ code: 400707, message: expect.stringContaining('有 1 家单位登记了“基础款”') },
  });
  await query(`update groups set status = 'closed' where id = 1`);
  expect(await change('removeEditionPlan', edition, { planCode: 'basic' })).toMatchObject({ code: 200000 });
  // Another company, put down since: the draft does not go out over its head.
  await query(`update groups set status = 'submitted' where id = 1`);
  expect((await show(edition)).checks.flatMap(({ problems }) => problems)).toContainEqual({
    ...{ path: 'plans', message: expect.stringContaining('有 1 家单位登记了“基础款”') },
  });
});
