import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { type Desk, signedIn } from './desk.ts';
import { openShop, type Shop } from './shop.ts';

/** Shared content at the console: one writes, another approves, barred words keep it back, a recall takes it off at once. */
let shop: Shop;
let writer: Desk;
let approver: Desk;

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  await seedStaffOfDemonstration(deps());
  writer = await signedIn(shop, 'yunying01');
  approver = await signedIn(shop, 'hegui01');
});
afterAll(() => shop?.close());

const deps = () => {
  const [server] = shop.servers;
  if (!server) throw new Error('no server');
  return server.deps;
};
const CARD = { title: '为家人看看', desc: '一年一份，江苏参保人可买', copyText: '江苏人的补充医疗保障，点开看说明' };
const ID = 'card-of-the-test';
const edition = () =>
  deps()
    .editions.all()
    .find(({ isDefault }) => isDefault)?.code ?? '';
const write = (words: Partial<typeof CARD>) =>
  writer.value('writeShareContent', {
    ...{ contentId: ID, contentKind: 'card', edition: edition() },
    card: { ...CARD, ...words },
  });
const newest = async (desk = writer) => {
  const [version] = (await desk.value('showShareContent', { contentId: ID })).versions;
  if (!version) throw new Error('no version');
  return version;
};
const approve = (desk: Desk, version: number, expiresOn = '2099-12-31') =>
  desk.call('approveShareContent', { contentId: ID, version, approvalNo: 'SP-2026-031', expiresOn });

test('a barred word is found when it is written, and keeps the version from being approved', async () => {
  await approver.value('keepBarredWord', { word: '自动续保', reason: '短期健康险不能写续保' });
  const { version, findings } = await write({ desc: '支持自 动 续 保，放心' });
  expect(findings).toMatchObject([{ label: '说明', word: '自动续保' }]);
  expect(await newest(approver)).toMatchObject({ version, standing: 'not-approved', mayApprove: true });
  const refused = await approve(approver, version);
  expect(refused.message).toContain('“自动续保”');
  expect((await newest()).status).toBe('draft');
});

test('one writes, another approves with number and day; it is shown, and a recall ends that', async () => {
  const { version, findings } = await write({});
  expect(findings).toEqual([]);
  expect((await newest()).mayApprove).toBe(false);
  expect((await approve(writer, version)).code).toBe(400702);
  expect((await approve(approver, version, '2020-01-01')).message).toContain('有效期');
  expect((await approve(approver, version)).code).toBe(200000);
  expect(await newest()).toMatchObject({
    ...{ standing: 'shown', approvalNo: 'SP-2026-031', expiresAt: '2099-12-31 23:59:59' },
    texts: [{ label: '标题', text: CARD.title }, { label: '说明' }, { label: '复制的文字' }],
  });
  expect(await newest()).toMatchObject({ writtenBy: expect.stringContaining('yunying01') });

  const { noLongerShown } = await approver.value('keepBarredWord', { word: '补充医疗', reason: '测试用，换别的说法' });
  expect(noLongerShown).toContain(ID);
  expect((await newest()).standing).toBe('barred-words');
  const { words } = await writer.value('listBarredWords');
  expect(words.find(({ word }) => word === '补充医疗')).toEqual({
    ...{ word: '补充医疗', reason: '测试用，换别的说法', allowedAfter: [], allowedWhenAnnounced: false },
  });
  expect((await writer.call('dropBarredWord', { word: '补充医疗', reason: '测试完了' })).code).toBe(400702);
  await approver.value('dropBarredWord', { word: '补充医疗', reason: '测试完了' });
  expect((await newest()).standing).toBe('shown');

  const listed = await writer.value('listShareContents', { standing: 'shown', contentKind: 'card' });
  expect(listed.contents.map(({ contentId }) => contentId)).toContain(ID);
  expect(await titleShown()).toBe(CARD.title);
  await writer.value('recallShareContent', { contentId: ID, reason: '写错了一个字' });
  expect(await newest()).toMatchObject({ standing: 'recalled', recallReason: '写错了一个字' });
  expect(await titleShown()).not.toBe(CARD.title);
  expect((await writer.call('recallShareContent', { contentId: ID, reason: '再收一次看看' })).code).not.toBe(200000);
});

test('each of it is in the audit log, once', async () => {
  const noted = await deps().database.query<{ what: string; detail: string }>(
    `select what, detail from staff_audit where subject in ($1, '不能用的词 补充医疗') and outcome = 'done' order by number`,
    [`分享内容 ${ID}`],
  );
  expect(noted).toEqual([
    { what: 'writeShareContent', detail: '写了第 1 版，待审批' },
    { what: 'writeShareContent', detail: '写了第 2 版，待审批' },
    { what: 'approveShareContent', detail: '第 2 版，审批号 SP-2026-031，有效到 2099-12-31' },
    { what: 'keepBarredWord', detail: '加上：测试用，换别的说法' },
    { what: 'dropBarredWord', detail: '去掉：测试完了' },
    { what: 'recallShareContent', detail: '收回：写错了一个字' },
  ]);
});

test('whoever works for no insurer of the edition sees none of it and writes none', async () => {
  await deps().database.query(
    `update staff_accounts set scope = jsonb_set(scope, '{insurers}', '["别处的保险公司"]') where account = 'yunying01'`,
  );
  expect((await writer.value('listShareContents')).contents).toEqual([]);
  expect((await writer.call('showShareContent', { contentId: ID })).message).toBe('没有这项分享内容');
  expect(
    (await writer.call('writeShareContent', { contentId: ID, contentKind: 'card', edition: edition(), card: CARD }))
      .message,
  ).toBe('没有这个产品版本');
  expect((await writer.call('recallShareContent', { contentId: ID, reason: '别人的内容' })).message).toBe(
    '没有这项分享内容',
  );
});

/** What residents get. */
const titleShown = async () => (await shop.visitor().value('shareContents')).card?.title;
