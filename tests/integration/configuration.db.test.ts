import { createHash } from 'node:crypto';
import { DICTIONARY_CODES } from '@huimin/contract';
import { countyTable } from '@huimin/domain/county-table';
import { ORDER_STATUS_ENTRIES } from '@huimin/domain/order';
import { POLICY_STATUS_TABLE } from '@huimin/domain/policy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { js26Edition } from '../../apps/server/seed/editions.ts';
import { agreements, openShop, type Shop, type Visitor } from './shop.ts';

let shop: Shop;
let visitor: Visitor;
beforeAll(async () => {
  shop = await openShop({ jobs: false });
  visitor = shop.visitor();
});
afterAll(() => shop?.close());

test('a dictionary is the same as a list in order and as a map', async () => {
  const list = await visitor.value('dictData', { code: 'relationship' });
  expect(list.map(({ value }) => value)).toEqual(['00', '01', '02', '03', '05']);
  expect(list.map(({ sort }) => sort)).toEqual([...list.map(({ sort }) => sort)].sort((a, b) => a - b));
  const map = await visitor.value('dictValue', { code: 'relationship' });
  expect(map).toEqual(Object.fromEntries(list.map(({ value, label }) => [value, label])));
  expect(map).toMatchObject({ '00': '本人', '05': '其他' });
  const sexes = await visitor.value('dictValue', { code: 'sex' });
  expect(sexes).toEqual({ m: '男', f: '女' });
  for (const code of DICTIONARY_CODES) {
    expect(Object.keys(await visitor.value('dictValue', { code })).length).toBeGreaterThan(1);
  }
  expect(await visitor.value('dictValue', { code: 'document' })).toMatchObject({ clauses: '保险条款' });
});

test('a district that was withdrawn has words for old records, and cannot be chosen', async () => {
  const words = await visitor.value('dictValue', { code: 'suzhou_district' });
  expect(words).toMatchObject({ '320584': '吴江', '320509': '吴江区' });
  const offered = await visitor.value('dictData', { code: 'suzhou_district' });
  expect(offered.map(({ value }) => value)).not.toContain('320584');
  expect(Object.keys(words)).toHaveLength(offered.length + 1);
});

test('a dictionary that is changed in the database is answered as it is now; one that is not there is said so', async () => {
  await shop.servers[0]?.deps.database.query(
    `update dictionaries set label = '爱人' where code = 'relationship' and value = '01'`,
  );
  expect((await visitor.value('dictValue', { code: 'relationship' }))['01']).toBe('爱人');
  for (const name of ['dictData', 'dictValue'] as const) {
    const { envelope } = await visitor.call(name, { code: 'no_such' });
    expect([envelope.code, envelope.message]).toEqual([400104, '没有这个字典']);
  }
});

test('the status maps have every status that an order and a policy can have, with words for residents', async () => {
  const orders = await visitor.value('orderStatusMap', {});
  expect(Object.keys(orders).sort()).toEqual(ORDER_STATUS_ENTRIES.map(({ status }) => String(status)).sort());
  expect(Object.values(orders).every(({ label }) => /\p{Script=Han}{2,}/u.test(label))).toBe(true);
  const policies = await visitor.value('policyStatusMap', {});
  expect(Object.fromEntries(Object.entries(policies).map(([status, { label }]) => [status, label]))).toEqual(
    Object.fromEntries(POLICY_STATUS_TABLE.entries.map(({ status, label }) => [String(status), label])),
  );
});

test('the county table is whole, and is answered once to whoever has it already', async () => {
  const counties = await visitor.value('china', {});
  expect(counties).toEqual(countyTable());
  expect(counties['320102']).toBe('玄武区');
  const first = await visitor.raw('/hmb-js26/api/v1/china');
  const etag = first.headers.get('etag') ?? '';
  const again = await visitor.raw('/hmb-js26/api/v1/china', { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('the theme and the documents are those of the edition that is asked for', async () => {
  expect(await visitor.value('queryTheme', { productId: 'js26' })).toEqual(js26Edition().theme);
  const { envelope } = await visitor.call('queryTheme', { productId: 'nosuch' });
  expect(envelope.message).toBe('没有这个产品，请从首页重新进入');
  const [clauses] = await agreements(visitor.value, ['clauses']);
  const page = await visitor.value('queryPage', { pageKey: 'clauses' });
  expect(page).toMatchObject({ pageKey: 'clauses', version: clauses?.version });
  expect(page.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(page.blocks.length).toBeGreaterThan(3);
  const former = await visitor.value('queryPage', { pageKey: 'clauses', productId: 'js26' });
  expect([former.editionCode, page.editionCode]).toEqual(['js26', expect.not.stringMatching(/^js26$/)]);
  const absent = await visitor.call('queryPage', { pageKey: 'no-such-page' });
  expect(absent.envelope.message).toBe('没有找到这份文件');
});

test('an edition that nobody may join late has no reasons for it; the demonstration has', async () => {
  expect(await visitor.value('midYearRules', { productId: 'js26' })).toEqual({ reasons: [] });
  const { reasons } = await visitor.value('midYearRules', {});
  expect(reasons.map(({ proof }) => proof)).toContain('birth');
});

test('a document is answered as it is, as a version of it was, and as it could be read on a day', async () => {
  const server = shop.servers[0];
  if (!server) throw new Error('no server');
  const first = await visitor.value('queryPage', { pageKey: 'user-agreement' });
  const dayBefore = shop.clock.now() - 86_400_000;
  await shop.clock.advance(3 * 86_400_000);
  const blocks = [{ kind: 'paragraph', text: '第二版' }];
  const sha256 = createHash('sha256')
    .update(JSON.stringify({ title: first.title, blocks }))
    .digest('hex');
  await server.deps.database.query(
    `insert into documents (edition_code, document_key, version, title, required, blocks, sha256, published_at)
     select edition_code, document_key, 2, title, required, $3, $4, $2
     from documents where edition_code = $1 and document_key = 'user-agreement'`,
    [first.editionCode, new Date(shop.clock.now()), JSON.stringify(blocks), sha256],
  );
  await server.deps.editions.refresh();
  const of = { pageKey: 'user-agreement' };
  expect((await visitor.value('queryPage', of)).blocks).toEqual([{ kind: 'paragraph', text: '第二版' }]);
  expect(await visitor.value('queryPage', { ...of, version: 1 })).toEqual(first);
  expect(
    await visitor.value('queryPage', { ...of, asOf: first.publishedAt.slice(0, 10).replaceAll('.', '-') }),
  ).toEqual(first);
  const today = (await visitor.value('queryPage', { ...of, version: 2 })).publishedAt.slice(0, 10).replaceAll('.', '-');
  expect(await visitor.value('queryPage', { ...of, asOf: today })).toMatchObject({ version: 2 });
  const codeOf = async (input: object) => (await visitor.call('queryPage', { ...of, ...input })).envelope.code;
  expect(await codeOf({ version: 3 })).toBe(400104);
  expect(await codeOf({ asOf: new Date(dayBefore).toISOString().slice(0, 10) })).toBe(400104);
  expect(await codeOf({ asOf: '2026-02-31' })).toBe(400100);
  expect(await codeOf({ asOf: today, version: 1 })).toBe(400100);
  const { versions } = await visitor.value('pageVersions', of);
  expect(versions.map(({ version, replacedAt }) => [version, replacedAt === null])).toEqual([
    [2, true],
    [1, false],
  ]);
  expect(versions[1]?.replacedAt).toBe(versions[0]?.publishedAt);
  expect((await visitor.call('pageVersions', { pageKey: 'no-such-page' })).envelope.code).toBe(400104);
});

test('colours that cannot be read never reach a resident, however they got in', async () => {
  const server = shop.servers[0];
  const colour = async (to: string, version: number) => {
    await server?.deps.database.query(
      `update editions set document = jsonb_set(document, '{theme,primaryColor}', $1::jsonb), config_version = $2
       where code = 'js26'`,
      [JSON.stringify(to), version],
    );
    await server?.deps.editions.refresh();
    return (await visitor.value('queryTheme', { productId: 'js26' })).primaryColor;
  };
  expect(await colour('#0B5D3B', 98)).toBe('#0B5D3B');
  expect(await colour('#FFD0D0', 99)).toBe('#0B5D3B');
});
