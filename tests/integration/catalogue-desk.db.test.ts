import { consoleCalls } from '@huimin/contract/console';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { type Desk, signedIn } from './desk.ts';
import { coveredFamily, depsOf, newKey, openServiceShop, runJob } from './services-stage.ts';
import { loggedIn, resident, type Shop, type Visitor } from './shop.ts';

/** Outlets, drugs and services at the console: written as a draft, compared, agreed to by a second person, gone back from. */
let shop: Shop;
let visitor: Visitor;
let policyNo: string;
let writer: Desk;
let agreer: Desk;
let service: Desk;

const START = Date.parse('2027-01-10T10:00:00+08:00');
beforeAll(async () => {
  shop = await openServiceShop();
  await seedStaffOfDemonstration(depsOf(shop));
  const family = await coveredFamily(shop, [resident(141)]);
  policyNo = family.policyNos[0] ?? '';
  shop.clock.set(START);
  // Her login of November is over.
  visitor = await loggedIn(shop, resident(141));
  writer = await signedIn(shop, 'yunying01');
  agreer = await signedIn(shop, 'hegui01');
  service = await signedIn(shop, 'kefu01');
});
afterAll(() => shop?.close());
beforeEach(() => shop.clock.set(Math.max(shop.clock.now(), START) + 60_000));

const EDITION = 'demo27';
const DRUGS = { list: 'drugs', edition: EDITION } as const;
const OUTLETS = { list: 'outlets' } as const;
type Wish = typeof DRUGS | typeof OUTLETS;
const listed = (wish: Wish, desk = writer, more: object = {}) => desk.value('listCatalogue', { ...wish, ...more });
const revisionOf = async (wish: Wish) => (await listed(wish)).draft?.revision ?? 0;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const FILE = 'downloadCatalogue';
const fileOf = async (wish: Wish, version: number) =>
  (await writer.send(consoleCalls[FILE], { ...wish, version })).text();
const drugs = async () => visitor.value('specialDrugs', { productId: EDITION });
const row = async (wish: Wish, code: string, desk = writer) =>
  (await listed(wish, desk, { words: code })).rows.find((one) => one.code === code);
async function changed(wish: Wish, code: string, label: string, text: string, desk = writer) {
  const { columns, draft } = await listed(wish, desk);
  const cells = [...((await row(wish, code, desk))?.cells ?? [])];
  cells[columns.findIndex((column) => column.label === label)] = text;
  return desk.call('keepCatalogueRow', { ...wish, code, cells, revision: draft?.revision ?? 0 });
}
const agree = (approvalNo: string, desk = agreer) => desk.call('decideApproval', { approvalNo, agree: true });
const submit = async (wish: Wish, reason = '按厂家通知调价') =>
  writer.call('submitCatalogueDraft', { ...wish, revision: await revisionOf(wish), reason });

test('a row is changed in a draft with what is wrong told field by field; residents see it when another person agrees', async () => {
  const before = await listed(DRUGS);
  expect(before).toMatchObject({ version: 1, rowCount: 40, draft: null, found: 40, choices: ['目录外', '目录内'] });
  expect([before.rows.length, before.next]).toEqual([40, null]);
  const wrong = await changed(DRUGS, 'YF001', '参考价元', '一万八');
  expect([wrong.code, wrong.result]).toEqual([
    400100,
    { fields: [{ path: 'priceYuan', message: '参考价写元，最多两位小数' }] },
  ]);
  expect(await changed(DRUGS, 'YF001', '编号', 'YF002')).toMatchObject({ message: '编号 YF002 已经有了' });
  expect((await changed(DRUGS, 'YF001', '参考价元', '16000')).code).toBe(200000);
  // Whoever still has the page of before is told.
  const stale = await writer.call('dropCatalogueRow', { ...DRUGS, code: 'YF002', how: 'drop', revision: 0 });
  expect(stale.message).toContain('刚被别人改过');
  const revision = await revisionOf(DRUGS);
  await writer.value('dropCatalogueRow', { ...DRUGS, code: 'YF002', how: 'drop', revision });
  const { draft, rows } = await listed(DRUGS, agreer, { which: 'changes' });
  expect(draft).toMatchObject({ added: 0, changed: 1, gone: 1, isReordered: false, isStale: false, request: null });
  expect(rows.map(({ code, change }) => [code, change])).toEqual([
    ['YF001', 'changed'],
    ['YF002', 'gone'],
  ]);
  expect(rows[0]?.was).toContain('18000.00');
  expect((await listed(DRUGS, service)).draft).toBeNull();
  expect((await drugs()).version).toBe(1);

  const asked = await submit(DRUGS);
  expect(asked.code).toBe(200000);
  const approvalNo = asked.result?.approvalNo ?? '';
  expect((await changed(DRUGS, 'YF003', '参考价元', '1')).message).toContain('等第二个人同意');
  expect((await agree(approvalNo, writer)).message).toBe('自己的申请要由另一个人来审');
  expect((await listed(DRUGS, agreer)).draft?.request).toMatchObject({ mayDecide: true, reason: '按厂家通知调价' });
  expect((await agree(approvalNo)).code).toBe(200000);
  const after = await drugs();
  expect([after.version, after.drugs.length, after.drugs[0]?.priceFen]).toEqual([2, 39, 1_600_000]);
  const { versions } = await service.value('listCatalogueVersions', DRUGS);
  expect(versions[0]).toMatchObject({
    ...{ version: 2, rowCount: 39, reason: '按厂家通知调价', isShown: true },
    by: '运营员 01（yunying01），合规 01（hegui01） 同意',
  });
});

test('a file is compared before it counts; one with faults changes nothing; a former version comes back the same way', async () => {
  const file = await fileOf(DRUGS, 1);
  const lines = file.trimEnd().split('\r\n');
  const take = async (text: string) =>
    writer.value('takeCatalogueFile', {
      ...{ ...DRUGS, fileName: '特药.csv', file: base64(text), revision: await revisionOf(DRUGS) },
    });
  const broken = [lines[0], lines[1]?.replace('70%', '170%'), lines[1]?.replace('YF001', 'YF002')].join('\n');
  expect(await take(broken)).toEqual({
    revision: 0,
    problems: [{ line: 2, column: '', why: '赔付比例写 0 到 100 的整数，如 70%' }],
  });
  expect((await listed(DRUGS)).draft).toBeNull();
  await take([...lines.slice(0, 39), lines[1]?.replace('YF001', 'YF999')].join('\n'));
  expect((await listed(DRUGS)).draft).toMatchObject({ source: '文件 特药.csv', added: 2, changed: 1, gone: 2 });
  // Undone row by row, it stands where it stood.
  const undo = async (code: string) =>
    writer.value('dropCatalogueRow', { ...DRUGS, code, how: 'undo', revision: await revisionOf(DRUGS) });
  for (const code of ['YF001', 'YF002', 'YF999', 'YF039', 'YF040']) await undo(code);
  expect((await listed(DRUGS)).draft).toMatchObject({ added: 0, changed: 0, gone: 0, isReordered: false });
  expect((await submit(DRUGS)).message).toContain('没有差别');

  await writer.value('restoreCatalogue', { ...DRUGS, version: 1, revision: await revisionOf(DRUGS) });
  expect((await listed(DRUGS)).draft).toMatchObject({ source: '回到第 1 版', added: 1, changed: 1 });
  // A draft that was asked for, taken back, and changed is another one.
  const first = (await submit(DRUGS)).result?.approvalNo ?? '';
  await writer.value('withdrawApproval', { approvalNo: first });
  const again = (await submit(DRUGS)).result?.approvalNo ?? '';
  await agree(again);
  expect((await drugs()).drugs).toHaveLength(40);
  expect(await fileOf(DRUGS, 3)).toBe(file);
  expect(await fileOf(DRUGS, 0)).toBe(`${lines[0]}\r\n`);
});

test('what does not fit to the other lists, or was made from another version, is not shown', async () => {
  expect((await changed(DRUGS, 'YF001', '指定药房', 'P01;P99')).code).toBe(200000);
  const { draft, rows } = await listed(DRUGS);
  expect([draft?.misfits, rows[0]?.problem]).toEqual([1, '没有药房 P99，请先导入指定药房']);
  expect((await submit(DRUGS)).message).toContain('没有药房 P99');
  await changed(DRUGS, 'YF001', '指定药房', 'P01');
  const approvalNo = (await submit(DRUGS)).result?.approvalNo ?? '';
  await depsOf(shop).database.query(
    `insert into edition_lists select edition_code, kind, version + 1, rows, row_count, published_by, published_at
     from edition_lists where edition_code = $1 and kind = 'drugs' and version = 3`,
    [EDITION],
  );
  expect((await agree(approvalNo)).message).toContain('线上又换过一版');
  await writer.value('withdrawApproval', { approvalNo });
  expect((await listed(DRUGS)).draft?.isStale).toBe(true);
  await writer.value('discardCatalogueDraft', { ...DRUGS, revision: await revisionOf(DRUGS) });
  expect((await listed(DRUGS)).draft).toBeNull();
});

test('outlets: whoever has some cities sees and changes those, and takes no whole file', async () => {
  const whole = await listed(OUTLETS);
  const own = await listed(OUTLETS, await signedIn(shop, 'wangdian01'));
  expect(new Set(own.rows.map(({ cells }) => cells[3]))).toEqual(new Set(['南通']));
  expect([own.rowCount < whole.rowCount, whole.next]).toEqual([true, whole.rows.at(-1)?.code]);
  const next = await listed(OUTLETS, writer, { after: whole.next });
  expect(next.rows[0]?.code).not.toBe(whole.rows[0]?.code);
  await depsOf(shop).database.query(
    `update staff_accounts set scope = jsonb_set(scope, '{cities}', '["320600"]') where account = 'yunying01'`,
  );
  const mine = await listed(OUTLETS, writer);
  expect([mine.rowCount, mine.mayTakeAll]).toEqual([own.rowCount, false]);
  const [first] = mine.rows;
  const elsewhere = whole.rows.find(({ cells }) => cells[3] !== '南通');
  expect((await changed(OUTLETS, first?.code ?? '', '城市', '苏州')).message).toContain('数据范围');
  const drop = await writer.call('dropCatalogueRow', {
    ...{ ...OUTLETS, code: elsewhere?.code ?? '', how: 'drop', revision: 0 },
  });
  expect(drop.message).toContain('数据范围');
  const file = { ...OUTLETS, fileName: 'a.csv', file: base64('网点编号'), revision: 0 };
  expect((await writer.call('takeCatalogueFile', file)).message).toContain('全省');
  expect((await changed(OUTLETS, first?.code ?? '', '电话', '0513-65000009')).code).toBe(200000);
  const approvalNo = (await submit(OUTLETS, '换了电话号码')).result?.approvalNo ?? '';
  expect((await agree(approvalNo)).code).toBe(200000);
  const seen = await visitor.value('queryOutlets', { cityCode: '320600' });
  expect(seen.outlets.find(({ code }) => code === first?.code)?.phone).toBe('0513-65000009');
  await depsOf(shop).database.query(
    `update staff_accounts set scope = jsonb_set(scope, '{cities}', 'null') where account = 'yunying01'`,
  );
});

test('whoever works for no insurer of an edition finds none of its lists', async () => {
  const scope = (value: string) =>
    depsOf(shop).database.query(
      `update staff_accounts set scope = jsonb_set(scope, '{insurers}', $1::jsonb) where account = 'yunying01'`,
      [value],
    );
  await scope('["别处的保险公司"]');
  for (const call of ['listCatalogue', 'listCatalogueVersions'] as const) {
    expect((await writer.call(call, DRUGS)).message).toBe('没有这份目录');
  }
  expect((await writer.value('listServiceBookings')).bookings).toEqual([]);
  await scope('null');
});

test('a booked service: masked, its contact with a reason, settled once and told', async () => {
  const book = async () => {
    const { serviceBookingNo } = await visitor.value('bookHealthService', {
      ...{ clientKey: newKey(), policyNo, serviceCode: 'S01', phone: resident(141).phone, wantedOn: '2027-01-15' },
      wish: '想约上午',
    });
    return serviceBookingNo;
  };
  const [first, second] = [await book(), await book()];
  const { waiting, urgent, bookings } = await service.value('listServiceBookings');
  expect([waiting, urgent, bookings.map(({ serviceBookingNo }) => serviceBookingNo)]).toEqual([2, 0, [first, second]]);
  expect(JSON.stringify(bookings)).not.toContain('就医协助');
  const shown = await service.value('showServiceBooking', { serviceBookingNo: first });
  expect(shown).toMatchObject({ service: '就医协助', wantedOn: '2027.01.15', status: 'booked' });
  expect(JSON.stringify(shown)).not.toContain(resident(141).phone);
  const wish = { serviceBookingNo: first, reason: '机构回话，告诉本人' };
  expect(await service.value('readServiceBooking', wish)).toEqual({
    ...{ name: resident(141).name, phone: resident(141).phone, wish: '想约上午' },
  });
  await depsOf(shop).database.query(
    `update staff_accounts set scope = jsonb_set(scope, '{cities}', '["320100"]') where account = 'kefu01'`,
  );
  expect((await service.value('listServiceBookings')).bookings).toEqual([]);
  for (const name of ['showServiceBooking', 'readServiceBooking'] as const) {
    expect((await service.call(name, wish)).message).toBe('没有这次预约');
  }
  expect((await service.call('settleServiceBooking', { ...wish, outcome: 'used' })).message).toBe('没有这次预约');
  await depsOf(shop).database.query(
    `update staff_accounts set scope = jsonb_set(scope, '{cities}', 'null') where account = 'kefu01'`,
  );
  await service.value('settleServiceBooking', { ...wish, outcome: 'used' });
  expect((await service.call('settleServiceBooking', { ...wish, outcome: 'cancel' })).message).toContain('已经处理过');
  expect((await service.call('readServiceBooking', wish)).message).toContain('已经办完');
  await service.value('settleServiceBooking', { serviceBookingNo: second, outcome: 'cancel', reason: '机构停诊一天' });
  await runJob(shop, 'service');
  const { bookings: own } = (await visitor.value('myHealthServices', {})).people[0] ?? { bookings: [] };
  expect(own.map(({ status }) => status)).toContain('used');

  const noted = await depsOf(shop).database.query<{ what: string; detail: string }>(
    `select what, detail from staff_audit where subject like '健康服务预约%' and outcome = 'done' order by number`,
  );
  expect(noted).toEqual([
    { what: 'showServiceBooking', detail: '' },
    { what: 'readServiceBooking', detail: '看联系人：机构回话，告诉本人' },
    { what: 'settleServiceBooking', detail: '已使用：机构回话，告诉本人' },
    { what: 'settleServiceBooking', detail: '机构取消：机构停诊一天' },
  ]);
});
