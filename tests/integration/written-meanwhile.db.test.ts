import { creditCodeCheckCharacter } from '@huimin/domain/person';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { type Desk, signedIn } from './desk.ts';
import { openShop, type RunningServer, type Shop } from './shop.ts';

/** Whoever would write over what they have not seen is told, and what is sent twice because its answer was lost is there once. */
const IN_SALE = Date.parse('2026-11-20T10:00:00+08:00');
const FIRST = '91320594MA1EXAMP1';

let shop: Shop;
let operations: Desk;
let broker: Desk;
let compliance: Desk;
let groupNo: string;
const core = () => (shop.servers[0] as RunningServer).deps;

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  shop.clock.set(IN_SALE);
  await seedStaffOfDemonstration(core());
  operations = await signedIn(shop, 'yunying01');
  broker = await signedIn(shop, 'jingji01');
  compliance = await signedIn(shop, 'hegui01');
  const { editions } = await operations.value('listCompanyGroups');
  const made = await operations.value('registerCompanyGroup', {
    ...{ companyName: '示范机械（苏州）有限公司', creditCode: `${FIRST}${creditCodeCheckCharacter(FIRST)}` },
    ...{ regionCode: '320540', headCount: 12, contactName: '王示范', phone: '13900000654' },
    productId: editions[0]?.code ?? '',
  });
  groupNo = made.groupNo;
});
afterAll(() => shop?.close());

const company = (desk = operations) => desk.value('showCompanyGroup', { groupNo });
const happenings = async () => (await company()).events.map(({ what, note }) => `${what} ${note ?? ''}`.trim());

test('a company is taken over from whom one saw looking after it, and once', async () => {
  const takeOver = (desk: Desk, formerManager: string | null) =>
    desk.call('moveCompanyGroup', { groupNo, step: 'take-over', formerManager });
  expect((await takeOver(operations, null)).code).toBe(200000);
  expect((await takeOver(broker, null)).message).toContain('运营员 01刚接手了这个单位');
  expect((await company()).manager?.staffNo).toBe('yunying01');
  const before = await happenings();
  expect((await takeOver(operations, null)).code).toBe(200000);
  expect(await happenings()).toEqual(before);
  expect((await takeOver(broker, 'yunying01')).code).toBe(200000);
  expect((await company()).manager?.staffNo).toBe('jingji01');
  expect((await operations.call('moveCompanyGroup', { groupNo, step: 'take-over' })).code).toBe(200000);
});

test('a company’s contact takes the place of whom one saw, and once', async () => {
  const { contactMasked, phoneMasked } = await company();
  const former = { contactMasked, phoneMasked };
  const to = (desk: Desk, contactName: string, phone: string) =>
    desk.call('changeGroupContact', { groupNo, contactName, phone, reason: '原来的离职了', former });
  expect((await to(operations, '陈示范', '13900000323')).code).toBe(200000);
  const before = await happenings();
  expect((await to(operations, '陈示范', '13900000323')).code).toBe(200000);
  expect(await happenings()).toEqual(before);
  expect((await to(broker, '李示范', '13900000324')).message).toContain('联系人刚被别人换过');
  expect((await company()).phoneMasked).toBe('139****0323');
});

test('a talk with a company is written down once, another one in other words or later again', async () => {
  const talk = (desk: Desk, note: string) => desk.call('moveCompanyGroup', { groupNo, step: 'contact', note });
  const talks = async () => (await happenings()).filter((one) => one.endsWith('约好下周给名单')).length;
  for (let sent = 0; sent < 2; sent += 1) expect((await talk(operations, '约好下周给名单')).code).toBe(200000);
  expect(await talks()).toBe(1);
  expect((await talk(broker, '约好下周给名单')).code).toBe(200000);
  expect(await talks()).toBe(2);
  shop.clock.advance(11 * 60_000);
  expect((await talk(operations, '约好下周给名单')).code).toBe(200000);
  expect(await talks()).toBe(3);
});

test('a list of choices is changed upon the version that was shown, and asked for once', async () => {
  const dictionary = 'change_reason';
  const { entries: shown, line } = await operations.value('showDictionary', { dictionary });
  const entries = shown.map(({ value, label, isOffered }) => ({ value, label, isOffered }));
  const ask = (next: typeof entries, version = line.version) =>
    operations.call('askDictionaryChange', { dictionary, entries: next, version, reason: '按居民说法改' });
  const first = await ask(entries.toReversed());
  expect(first.code).toBe(200000);
  expect(await ask(entries.toReversed())).toMatchObject({ code: 200000, result: first.result });
  const renamed = entries.map((one, place) => (place === 0 ? { ...one, label: '另一种说法' } : one));
  expect((await ask(renamed)).result).not.toEqual(first.result);
  const approvalNo = (first.result as { approvalNo: string }).approvalNo;
  await compliance.value('decideApproval', { approvalNo, agree: true });
  expect((await ask(renamed)).message).toContain('这个字典刚被别人改过');
  const { line: now } = await operations.value('showDictionary', { dictionary });
  expect((await ask(renamed, now.version)).code).toBe(200000);
});

test('shared content is written after the version that was shown, and once', async () => {
  const edition =
    core()
      .editions.all()
      .find(({ isDefault }) => isDefault)?.code ?? '';
  const contentId = 'card-of-two';
  const card = { title: '为家人看看', desc: '一年一份，江苏参保人可买', copyText: '江苏人的补充医疗保障，点开看说明' };
  const write = (desk: Desk, newest: number, title: string) =>
    desk.call('writeShareContent', {
      ...{ contentId, contentKind: 'card', edition, newest },
      card: { ...card, title },
    });
  const versions = async () =>
    (await operations.value('showShareContent', { contentId })).versions.map(
      ({ version, status, title }) => `${version} ${status} ${title}`,
    );
  expect((await write(operations, 0, '第一种')).result).toMatchObject({ version: 1 });
  expect((await write(operations, 0, '第一种')).result).toMatchObject({ version: 1 });
  expect((await write(broker, 0, '第二种')).message).toContain('这个编号已经有内容了');
  expect((await write(broker, 1, '第二种')).result).toMatchObject({ version: 2 });
  expect((await write(operations, 1, '第三种')).message).toContain('别人刚写了一版');
  expect(await versions()).toEqual(['2 draft 第二种', '1 replaced 第一种']);
});

test('a barred word is changed from what was shown, and nobody’s word is put in place of another’s', async () => {
  const word = '最后机会';
  const shown = { word, reason: '不能催人买', allowedAfter: ['不是'], allowedWhenAnnounced: false };
  const keep = (reason: string, former: typeof shown | null) =>
    compliance.call('keepBarredWord', { ...shown, reason, former });
  const reasonNow = async () =>
    (await compliance.value('listBarredWords')).words.find((one) => one.word === word)?.reason;
  expect((await keep(shown.reason, null)).code).toBe(200000);
  expect((await keep(shown.reason, null)).code).toBe(200000);
  expect((await keep('另一种说法', null)).message).toContain('这个词已经有了');
  expect((await keep('请说明截止日期', shown)).code).toBe(200000);
  expect((await keep('再换一种说法', shown)).message).toContain('这个词刚被别人改过');
  expect((await keep('请说明截止日期', shown)).code).toBe(200000);
  expect(await reasonNow()).toBe('请说明截止日期');
  await compliance.value('dropBarredWord', { word, reason: '测试完了' });
  expect((await keep('请说明截止日期', { ...shown, reason: '请说明截止日期' })).message).toContain('刚被别人改过');
  expect(await reasonNow()).toBeUndefined();
});

test('the same list as a file waits once for one person, another list or form beside it', async () => {
  const ask = (desk: Desk, more: { readonly format?: 'csv' | 'xlsx'; readonly reason?: string } = {}) =>
    desk.call('askTableExport', {
      ...{ kind: 'channel-report', format: 'csv', filter: { from: '2026-11-01', to: '2026-11-19', by: 'agent' } },
      ...{ reason: '月度结算用', ...more },
    });
  const [first, again] = await Promise.all([ask(operations), ask(operations)]);
  expect(first.code).toBe(200000);
  expect(again.result).toEqual(first.result);
  expect((await ask(operations, { reason: '季度结算用' })).message).toContain('同样的导出已经在等第二人同意');
  expect((await ask(operations, { format: 'xlsx' })).result).not.toEqual(first.result);
  const approvalNo = (first.result as { approvalNo: string }).approvalNo;
  await compliance.value('decideApproval', { approvalNo, agree: true });
  expect((await ask(operations)).result).not.toEqual(first.result);
});
