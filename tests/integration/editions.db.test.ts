import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
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
  const fields = { slogan: '为江苏人多想一步', updateInsured: false };
  const { revision } = await operations.value('saveEditionDraft', { edition, revision: first, fields });
  expect(await operations.call('saveEditionDraft', { edition, revision: first, fields })).toMatchObject({
    code: 400707,
    message: expect.stringContaining('刚刚被改过'),
  });
  const drafted = await show(edition);
  expect(drafted.differences.map(({ label, before, after }) => [label, before, after])).toEqual([
    ['首页一句话', expect.any(String), '为江苏人多想一步'],
    ['改被保险人', '开', '关'],
  ]);
  expect(drafted.checks).toHaveLength(8);
  expect(failed(drafted)).toEqual([]);
  const agreed = { edition, revision, agree: true };
  // Not handed in yet; whoever wrote it has no right to agree, also by hand.
  expect(await compliance.call('decideEditionDraft', agreed)).toMatchObject({ code: 400707 });
  await operations.value('submitEditionDraft', { edition, revision });
  expect(await operations.call('decideEditionDraft', agreed)).toMatchObject({ code: 400702 });
  await compliance.value('decideEditionDraft', agreed);
  expect(await compliance.call('decideEditionDraft', agreed)).toMatchObject({
    message: expect.stringContaining('另一个人'),
  });
  const at = beijing(shop.clock.now() + 600_000);
  expect(await operations.call('scheduleEdition', { edition, revision, at })).toMatchObject({ code: 400707 });
  expect(await broker.call('decideEditionDraft', { edition, revision, agree: false })).toMatchObject({ code: 400707 });
  await broker.value('decideEditionDraft', { edition, revision, agree: false, note: '一句话请按备案的写' });
  expect((await show(edition)).draft).toMatchObject({ state: { status: 'editing' }, note: '一句话请按备案的写' });

  // What was agreed to before counts no longer.
  const again = await save(edition, { slogan: '为江苏人再想一步' });
  await operations.value('submitEditionDraft', { edition, revision: again });
  await broker.value('decideEditionDraft', { edition, revision: again, agree: true });
  await compliance.value('decideEditionDraft', { edition, revision: again, agree: true });
  expect(await operations.call('scheduleEdition', { edition, revision: again, at: '2026-02-30 10:00' })).toMatchObject({
    code: 400100,
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
  const { entries } = await (await signedIn(shop, 'shenji01')).value('listAuditLog', {});
  const told = entries
    .filter(({ subject }) => subject.startsWith(edition))
    .map(({ title, detail }) => `${title} ${detail}`);
  for (const words of ['按时发布', '二审通过', '退回修改', '改：首页一句话、改被保险人']) {
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
    premiumsFen: [0],
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
  expect(wrong.theme.find(({ name }) => name === 'textColor')).toMatchObject({
    isReadable: false,
    former: { colour: fields.theme.textColor },
  });
  await operations.value('submitEditionDraft', { edition, revision });
  await broker.value('decideEditionDraft', { edition, revision, agree: true });
  expect(await compliance.call('decideEditionDraft', { edition, revision, agree: true })).toMatchObject({
    code: 400707,
    message: expect.stringContaining('发布检查还有 4 项没过'),
  });
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
  const { deps } = shop.servers[0] as RunningServer;
  await deps.database.query(
    `insert into documents (edition_code, document_key, version, title, required, blocks, sha256, published_at)
     select 'demo99', document_key, version, title, required, blocks, sha256, published_at from documents
     where edition_code = $1`,
    [from],
  );
  expect(failed(await show('demo99'))).toContain('exclusions');
  await shop.runJob('editions');
  const today = beijing(shop.clock.now()).slice(0, 10);
  const revision = await save('demo99', {
    ...{ insureStart: today, recordFilingCode: 'TEST-2099-000001', premiumsFen: [16_800], becomesDefault: true },
  });
  expect(failed(await show('demo99'))).toEqual([]);
  await operations.value('submitEditionDraft', { edition: 'demo99', revision });
  await compliance.value('decideEditionDraft', { edition: 'demo99', revision, agree: true });
  await broker.value('decideEditionDraft', { edition: 'demo99', revision, agree: true });
  const at = beijing(shop.clock.now() + 60_000);
  await compliance.value('scheduleEdition', { edition: 'demo99', revision, at });
  shop.clock.advance(120_000);
  await shop.runJob('edition-publishing');
  expect(await shop.visitor().value('productInfo')).toMatchObject({ editionCode: 'demo99', premium1: 168 });
  const visitor = await loggedIn(shop, people.linMei);
  const { orderNo, premiumFen } = await placeOrder(visitor);
  expect(premiumFen).toBe(16_800);
  await pay(visitor, orderNo, shop.sandbox);
  const bought = await deps.database.query(
    `select o.edition_code, p.amount_fen from orders o join payments p on p.order_id = o.id where o.edition_code = 'demo99'`,
  );
  expect(bought).toEqual([{ edition_code: 'demo99', amount_fen: 16_800 }]);
  const rules = await deps.database.query(`select version from adjustment_rules where edition_code = 'demo99'`);
  expect(rules).toEqual([{ version: 1 }]);
});
