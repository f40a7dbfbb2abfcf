import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { seedShareContent } from '../../apps/server/seed/share-content.ts';
import { type Desk, signedIn } from './desk.ts';
import { loggedIn, openShop, pay, placeOrder, type RunningServer, type Shop } from './shop.ts';

/** Editions on their way to residents: drafts, two people, a set time, and every replica. */
let shop: Shop;
let operations: Desk;
let compliance: Desk;
let broker: Desk;

beforeAll(async () => {
  shop = await openShop({ servers: 2, jobs: false });
  await seedStaffOfDemonstration((shop.servers[0] as RunningServer).deps);
  operations = await signedIn(shop, 'yunying01');
  compliance = await signedIn(shop, 'hegui01');
  broker = await signedIn(shop, 'jingji01');
});
afterAll(() => shop?.close());

const beijing = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
const show = (edition: string, desk = operations) => desk.value('showEdition', { edition });
const failed = ({ checks }: Awaited<ReturnType<typeof show>>) =>
  checks.filter(({ problems }) => problems.length > 0).map(({ name }) => name);

async function save(edition: string, fields: object): Promise<number> {
  const { draft } = await show(edition);
  const saved = await operations.value('saveEditionDraft', { edition, revision: draft?.revision ?? 0, fields });
  return saved.revision;
}

/** Takes every page of an edition to its residents, two people behind each. */
async function publishPages(edition: string): Promise<void> {
  const { pages } = await operations.value('listPages', { edition });
  const at = beijing(shop.clock.now() + 60_000);
  for (const { key } of pages) {
    await operations.value('beginPageDraft', { edition, key });
    const { draft, live, former } = await operations.value('showPage', { edition, key });
    if (!draft) throw new Error('no draft');
    // Nothing can be read yet: it is set beside the year before, from which it begins.
    expect([live, former?.sha256]).toEqual([null, draft.sha256]);
    const text = { source: draft.source, changeReason: '新的一年要有自己的条款' };
    const { revision } = await operations.value('savePageDraft', { edition, key, revision: 1, ...text });
    await operations.value('submitPageDraft', { edition, key, revision });
    await compliance.value('decidePageDraft', { edition, key, revision, agree: true });
    expect((await broker.value('whoAmI')).waiting.pages).toBe(1);
    // Whom the number beside the menu calls begins where it waits.
    const called = await broker.value('listPages');
    expect([called.edition, called.editions.find((one) => one.edition === edition)?.waiting]).toEqual([edition, 1]);
    await broker.value('decidePageDraft', { edition, key, revision, agree: true });
    // Then it is the writer's turn again.
    expect((await operations.value('whoAmI')).waiting.pages).toBe(1);
    await operations.value('schedulePage', { edition, key, revision, at });
    expect((await operations.value('whoAmI')).waiting.pages).toBe(0);
    await operations.value('schedulePage', { edition, key, revision, at: null });
    expect((await operations.value('whoAmI')).waiting.pages).toBe(1);
    await operations.value('schedulePage', { edition, key, revision, at });
    const told = (await show(edition)).checks.flatMap(({ problems }) => problems.map(({ message }) => message));
    if ((await operations.value('showPage', { edition, key })).required)
      expect(told).toContainEqual(expect.stringMatching(`》还没有发布：.*${at.slice(11)} 发布`));
  }
  shop.clock.advance(60_000);
  expect(await shop.runJob('page-publishing')).toBe(pages.length);
}

/** Whose company joins with the next year sees its pages, and nothing of the year before. */
async function joinsWithNextYear(edition: string): Promise<void> {
  const { query } = (shop.servers[0] as RunningServer).deps.database;
  const setScope = (scope: object) =>
    query(`update staff_accounts set scope = $1 where account = 'jingji01'`, [JSON.stringify(scope)]);
  const setFirstInsurer = (name: string) =>
    query(
      `update edition_drafts set document = jsonb_set(document, '{insuranceCompany,0,name}', $2) where edition_code = $1`,
      [edition, JSON.stringify(name)],
    );
  const [row] = await query<{ name: string }>(
    `select document #>> '{insuranceCompany,0,name}' as name from edition_drafts where edition_code = $1`,
    [edition],
  );
  await setFirstInsurer('新来财险');
  await setScope({ insurers: ['新来财险'], cities: null, channels: null });
  const page = { edition, key: 'clauses' as const };
  expect(await broker.value('showPage', page)).toMatchObject({ live: null, former: null });
  await setScope({ insurers: null, cities: null, channels: null });
  await setFirstInsurer(row?.name ?? '');
  expect(await broker.value('showPage', page)).toMatchObject({ former: { editionName: expect.any(String) } });
}

/** The edition that residents see first. */
async function current(): Promise<string> {
  const { editions } = await operations.value('listEditions');
  return editions.find(({ isDefault }) => isDefault)?.edition ?? '';
}

test('a change waits for two others, and no step of it can be left out by hand', async () => {
  const edition = await current();
  expect((await show(edition)).draft).toBeNull();
  const { revision: first } = await operations.value('beginEditionDraft', { edition });
  expect(await operations.call('beginEditionDraft', { edition })).toMatchObject({ code: 400707 });
  const fields = { slogan: '为江苏人多想一步', updateInsured: false, refundReview: true };
  const { revision } = await operations.value('saveEditionDraft', { edition, revision: first, fields });
  expect(await operations.call('saveEditionDraft', { edition, revision: first, fields })).toMatchObject({
    code: 400707,
    message: expect.stringContaining('刚刚被改过'),
  });
  const drafted = await show(edition);
  expect(drafted.differences.map(({ label, before, after }) => [label, before, after])).toEqual([
    ['首页一句话', expect.any(String), '为江苏人多想一步'],
    ['退款先由人审', '关', '开'],
    ['改被保险人', '开', '关'],
  ]);
  expect(drafted.checks).toHaveLength(8);
  expect(failed(drafted)).toEqual([]);
  const agreed = { edition, revision, agree: true };
  // Not handed in yet; whoever wrote it has no right to agree, also by hand.
  expect(await compliance.call('decideEditionDraft', agreed)).toMatchObject({ code: 400707 });
  await operations.value('submitEditionDraft', { edition, revision });
  // Somebody who still has it open for writing does not take it back in passing.
  const late = { edition, revision, fields: { slogan: '为江苏人少想一步' } };
  expect(await operations.call('saveEditionDraft', late)).toMatchObject({
    message: expect.stringContaining('继续改'),
  });
  expect((await show(edition)).draft?.state.status).toBe('first');
  expect(await operations.call('decideEditionDraft', agreed)).toMatchObject({ code: 400702 });
  const waits = async (desk: Desk) => (await desk.value('whoAmI')).waiting.editions;
  expect([await waits(compliance), await waits(broker), await waits(operations)]).toEqual([1, 1, 0]);
  await compliance.value('decideEditionDraft', agreed);
  expect([await waits(compliance), await waits(broker)]).toEqual([0, 1]);
  expect(await compliance.call('decideEditionDraft', agreed)).toMatchObject({
    message: expect.stringContaining('另一个人'),
  });
  const at = beijing(shop.clock.now() + 600_000);
  expect(await operations.call('scheduleEdition', { edition, revision, at })).toMatchObject({ code: 400707 });
  expect(await broker.call('decideEditionDraft', { edition, revision, agree: false })).toMatchObject({ code: 400707 });
  await broker.value('decideEditionDraft', { edition, revision, agree: false, note: '一句话请按备案的写' });
  const line = (await operations.value('listEditions')).editions.find((one) => one.edition === edition);
  expect(line?.draft).toMatchObject({ isReturned: true, state: { status: 'editing' } });
  expect((await show(edition)).draft).toMatchObject({ state: { status: 'editing' }, note: '一句话请按备案的写' });

  // What was agreed to before counts no longer.
  const again = await save(edition, { slogan: '为江苏人再想一步' });
  await operations.value('submitEditionDraft', { edition, revision: again });
  await broker.value('decideEditionDraft', { edition, revision: again, agree: true });
  await compliance.value('decideEditionDraft', { edition, revision: again, agree: true });
  expect(await operations.call('scheduleEdition', { edition, revision: again, at: '2026-02-30 10:00' })).toMatchObject({
    code: 400100,
  });
  expect([await waits(compliance), await waits(operations)]).toEqual([0, 1]);
  await operations.value('scheduleEdition', { edition, revision: again, at });
  expect(await waits(operations)).toBe(0);
  // Thought better of it: nothing goes out, who agreed has agreed still, and it can be given a time again.
  await broker.value('scheduleEdition', { edition, revision: again, at: null });
  expect(await show(edition)).toMatchObject({
    draft: { state: { status: 'approved' }, publishAt: null },
    agreements: [expect.anything(), expect.anything()],
  });
  expect(await operations.call('scheduleEdition', { edition, revision: again, at: null })).toMatchObject({
    code: 400707,
  });
  await operations.value('scheduleEdition', { edition, revision: again, at });
  expect(await shop.runJob('edition-publishing')).toBe(0);
  const slogan = async (server: number) =>
    (await shop.visitor(server).value('productInfo', { productId: edition })).slogan;
  expect(await slogan(0)).not.toBe('为江苏人再想一步');
  shop.clock.advance(600_000);
  expect(await shop.runJob('edition-publishing', 1)).toBe(1);
  expect(await shop.runJob('edition-publishing')).toBe(0);
  await shop.runJob('editions');
  for (const server of [0, 1]) {
    expect(await shop.visitor(server).value('productInfo', { productId: edition })).toMatchObject({
      ...{ slogan: '为江苏人再想一步', updateInsured: false, configVersion: (drafted.liveVersion ?? 0) + 1 },
    });
  }
  // What residents saw is kept: this one with who made it, and the one before, which was there without the desk.
  const { versions } = await operations.value('listEditionVersions', { edition });
  const before = drafted.liveVersion ?? 0;
  expect(versions).toMatchObject([
    {
      version: before + 1,
      isLive: true,
      editors: [expect.stringContaining('yunying01')],
      differences: expect.any(Array),
    },
    { version: before, isLive: false, editors: [], approvedBy: [], differences: null },
  ]);
  expect(versions[0]?.approvedBy).toHaveLength(2);
  expect(versions[0]?.differences?.map(({ label, after }) => [label, after])).toEqual(
    expect.arrayContaining([['首页一句话', '为江苏人再想一步']]),
  );
  // That one can be made anew; one that was never there cannot.
  expect(await operations.call('beginEditionDraft', { edition, from: 999 })).toMatchObject({ code: 400104 });
  const back = await operations.value('beginEditionDraft', { edition, from: before });
  expect((await show(edition)).differences.map(({ label, before: was }) => [label, was])).toEqual(
    expect.arrayContaining([['首页一句话', '为江苏人再想一步']]),
  );
  await operations.value('discardEditionDraft', { edition, revision: back.revision });
  const { entries } = await (await signedIn(shop, 'shenji01')).value('listAuditLog', {});
  const told = entries
    .filter(({ subject }) => subject.startsWith(edition))
    .map(({ title, detail }) => `${title} ${detail}`);
  for (const words of ['按时发布', '二审通过', '退回修改', '改：首页一句话、退款先由人审、改被保险人']) {
    expect(told.some((line) => line.includes(words))).toBe(true);
  }
});

test('fields that are wrong are kept and told, and keep the second person from agreeing', async () => {
  const edition = await current();
  await operations.value('beginEditionDraft', { edition });
  const { fields } = await show(edition);
  const revision = await save(edition, {
    insureEnd: '2027-13-01',
    recordFilingCode: '',
    insuranceCompany: fields.insuranceCompany.map((one, at) => (at === 0 ? { ...one, sharePercent: 41 } : one)),
    theme: { ...fields.theme, textColor: '#C4574F' },
    premiumsYuan: ['158.005'],
  });
  const wrong = await show(edition);
  expect(failed(wrong)).toEqual(['filing', 'companies', 'terms', 'contrast']);
  const told = wrong.checks.flatMap(({ problems }) => problems);
  expect(told.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'recordFilingCode',
      'insuranceCompany',
      'insureEnd',
      'plans.0.premiumFen',
      'theme.textColor',
    ]),
  );
  // What was typed stands there as it was typed, and is told for what it is.
  expect([wrong.fields.premiumsYuan, wrong.differences.find(({ path }) => path.startsWith('plans'))?.after]).toEqual([
    ['158.005'],
    '158.005',
  ]);
  expect(told.find(({ path }) => path === 'plans.0.premiumFen')?.message).toContain('“158.005”不是');
  expect(wrong.theme.find(({ name }) => name === 'textColor')).toMatchObject({
    isReadable: false,
    former: { colour: fields.theme.textColor },
  });
  // Nobody is asked to read what cannot be published as it is, and every check that keeps it is named.
  const refused = await operations.call('submitEditionDraft', { edition, revision });
  expect(refused).toMatchObject({ code: 400707, message: expect.stringContaining('发布检查还有 4 项没过') });
  for (const { label } of wrong.checks.filter(({ problems }) => problems.length > 0)) {
    expect(refused.message).toContain(label);
  }
  expect((await show(edition)).draft?.state.status).toBe('editing');
  await operations.value('discardEditionDraft', { edition, revision });
  expect((await show(edition)).draft).toBeNull();
});

test('somebody of another insurer sees none of it', async () => {
  const { deps } = shop.servers[0] as RunningServer;
  await deps.database.query(
    `update staff_accounts set scope = '{"insurers":["别家"],"cities":null,"channels":null}' where account = 'jingji01'`,
  );
  const edition = await current();
  expect((await broker.value('listEditions')).editions).toEqual([]);
  // What residents are told is nobody's secret: the bar above every page says it, too, to whoever works for others.
  const { onSale } = await broker.value('showEditionOnSale');
  expect(onSale).toMatchObject({ edition, saleLabel: '参保中', saleTone: 'success' });
  expect(Date.parse(onSale?.changesAt ?? '')).toBeGreaterThan(shop.clock.now());
  expect(await broker.call('showEdition', { edition })).toMatchObject({ code: 400104 });
  await deps.database.query(
    `update staff_accounts set scope = '{"insurers":null,"cities":null,"channels":null}' where account = 'jingji01'`,
  );
});

test('next year’s edition is copied, approved and bought at its own premium by the same process', async () => {
  const from = await current();
  expect(await operations.call('copyEdition', { edition: from, code: from })).toMatchObject({ code: 400707 });
  await operations.value('copyEdition', { edition: from, code: 'demo99' });
  const copied = await show('demo99');
  expect(copied).toMatchObject({ liveVersion: null, draft: { version: 1, copiedFrom: from } });
  // The filing is this year's own, and nothing was written yet that residents agree to.
  expect(failed(copied)).toEqual(['filing', 'exclusions', 'surrender', 'complaints']);
  await joinsWithNextYear('demo99');
  await publishPages('demo99');
  const today = beijing(shop.clock.now()).slice(0, 10);
  const { fields } = copied;
  await save('demo99', {
    ...{ insureStart: today, recordFilingCode: 'TEST-2099-000001', premiumsYuan: [' １６８元'], becomesDefault: true },
    ...(fields.earlyFrom === '' ? {} : { earlyFrom: today }),
  });
  // Another deductible, of the first benefit: residents read it, and in the worked example what is paid then.
  const cover = fields.covers.map((list, at) =>
    list.map((one, line) => (at + line === 0 ? { ...one, deductibleYuan: 10_000, ratioPercent: 90 } : one)),
  );
  await save('demo99', { covers: cover });
  expect((await show('demo99')).fields.covers).toEqual(cover);
  // The words that residents share still say what it cost the year before.
  const dear = await show('demo99');
  expect(failed(dear)).toEqual(['wording']);
  expect(dear.differences.map(({ label }) => label)).toContain('首页显示这一版');
  const revision = await save('demo99', { shareDesc: fields.shareDesc.replace('158', '168') });
  expect(failed(await show('demo99'))).toEqual([]);
  await operations.value('submitEditionDraft', { edition: 'demo99', revision });
  await compliance.value('decideEditionDraft', { edition: 'demo99', revision, agree: true });
  await broker.value('decideEditionDraft', { edition: 'demo99', revision, agree: true });
  const at = beijing(shop.clock.now() + 60_000);
  await compliance.value('scheduleEdition', { edition: 'demo99', revision, at });
  shop.clock.advance(120_000);
  await shop.runJob('edition-publishing');
  const info = await shop.visitor().value('productInfo');
  expect(info).toMatchObject({ editionCode: 'demo99', premium1: 168 });
  const { example, benefits } = info;
  expect(benefits[0]).toMatchObject({ deductibleFen: 1_000_000, ratioPercent: 90 });
  expect(example).toMatchObject({ deductibleFen: 1_000_000, ratioPercent: 90 });
  expect(example.payableFen).toBe(((example.selfPaidFen - 1_000_000) * 90) / 100);
  const visitor = await loggedIn(shop, people.linMei);
  const { orderNo, premiumFen } = await placeOrder(visitor);
  expect(premiumFen).toBe(16_800);
  await pay(visitor, orderNo, shop.sandbox);
  const { deps } = shop.servers[0] as RunningServer;
  const bought = await deps.database.query(
    `select o.edition_code, p.amount_fen from orders o join payments p on p.order_id = o.id where o.edition_code = 'demo99'`,
  );
  expect(bought).toEqual([{ edition_code: 'demo99', amount_fen: 16_800 }]);
  const rules = await deps.database.query(`select version from adjustment_rules where edition_code = 'demo99'`);
  expect(rules).toEqual([{ version: 1 }]);
});

test('a clause is read by nobody before two agreed and it stands in the log, and is seen again as it was', async () => {
  const edition = await current();
  const key = 'exclusions';
  const visitor = shop.visitor(1);
  await shop.runJob('editions', 1);
  const before = await visitor.value('queryPage', { pageKey: key, productId: edition });
  const seenAt = beijing(shop.clock.now());
  await operations.value('beginPageDraft', { edition, key });
  const { draft } = await operations.value('showPage', { edition, key });
  const changeReason = '按保司函补全免责条目';
  const write = async (source: string, revision: number) =>
    (await operations.value('savePageDraft', { edition, key, revision, source, changeReason })).revision;
  expect(await operations.call('submitPageDraft', { edition, key, revision: 1 })).toMatchObject({ code: 400707 });
  // Without what draws notice it cannot even be handed in.
  const plain = await write((draft?.source ?? '').replace(/^! /gm, ''), 1);
  const lacking = await operations.value('showPage', { edition, key });
  expect(lacking.checks.filter(({ problem }) => problem !== null).map(({ label }) => label)).toEqual(['重点文字加粗']);
  expect(await operations.call('submitPageDraft', { edition, key, revision: plain })).toMatchObject({
    message: expect.stringContaining('发布检查还有 1 项没过：重点文字加粗'),
  });
  const revision = await write(`${draft?.source}\n- 酒后驾车引起的受伤`, plain);
  expect(await operations.call('decidePageDraft', { edition, key, revision, agree: true })).toMatchObject({
    code: 400702,
  });
  await operations.value('submitPageDraft', { edition, key, revision });
  await compliance.value('decidePageDraft', { edition, key, revision, agree: true });
  expect(await compliance.call('decidePageDraft', { edition, key, revision, agree: true })).toMatchObject({
    code: 400707,
  });
  await broker.value('decidePageDraft', { edition, key, revision, agree: true, note: '与备案一致' });
  await operations.value('schedulePage', { edition, key, revision, at: beijing(shop.clock.now() + 120_000) });
  expect(await shop.runJob('page-publishing')).toBe(0);
  shop.clock.advance(180_000);
  expect(await shop.runJob('page-publishing')).toBe(1);
  await shop.runJob('editions', 1);
  const after = await visitor.value('queryPage', { pageKey: key, productId: edition });
  expect(after).toMatchObject({ version: before.version + 1 });
  expect(JSON.stringify(after.blocks)).toContain('酒后驾车引起的受伤');
  const { versions, draft: none } = await operations.value('showPage', { edition, key });
  expect(none).toBeNull();
  expect(versions.slice(0, 2)).toMatchObject([
    { version: after.version, reason: changeReason, isRegistered: true, replacedAt: null },
    { version: before.version, isRegistered: true, replacedAt: expect.any(String) },
  ]);
  const { revision: other } = await operations.value('beginPageDraft', { edition, key });
  await operations.value('discardPageDraft', { edition, key, revision: other });
  expect((await operations.value('showPage', { edition, key })).draft).toBeNull();
  expect(await broker.value('seePageAt', { edition, key, at: seenAt })).toMatchObject({ version: before.version });
  expect(await broker.call('seePageAt', { edition, key, at: '2020-01-01 00:00' })).toMatchObject({ code: 400104 });
});

test('every clause of the first start has what the rules ask, and none of the words that it begins with barred', async () => {
  await seedShareContent((shop.servers[0] as RunningServer).deps, false);
  for (const { edition, pages } of [await operations.value('listPages', { edition: 'js26' })]) {
    for (const { key } of pages) {
      const { checks } = await operations.value('showPage', { edition, key });
      expect([key, checks.filter(({ problem }) => problem !== null)]).toEqual([key, []]);
    }
  }
});
