import { consoleCalls } from '@huimin/contract/console';
import { CITIES } from '@huimin/domain/region';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { seedOutletStaff } from '../../apps/server/seed/outlet-staff.ts';
import { writeXlsx } from '../../apps/server/src/sheets/index.ts';
import { type Desk, type Inputs, signedIn } from './desk.ts';
import { loggedIn, openShop, type Shop, type Visitor } from './shop.ts';

const HEADINGS = [
  '网点名称',
  '网点编号',
  '机构',
  '城市',
  '区县',
  '地址',
  '经度',
  '纬度',
  '电话',
  '营业时间',
  '服务',
  '渠道',
  '业务员代码',
];
const row = (code: string, changes: Record<string, string> = {}) => {
  const cells: Record<string, string> = {
    ...{ 网点编号: code, 机构: '乙信', 网点名称: `${code}服务点`, 城市: '南通', 区县: '崇川区', 地址: '示例路 1 号' },
    ...{ 经度: '120.9', 纬度: '31.98', 电话: '400-065-1066', 营业时间: '每天 9:00 - 17:00', 服务: '投保、理赔' },
    ...{ 渠道: '', 业务员代码: '' },
    ...changes,
  };
  return HEADINGS.map((heading) => cells[heading] ?? '');
};
const csv = (rows: readonly (readonly string[])[]) => rows.map((cells) => cells.join(',')).join('\r\n');

let shop: Shop;
let visitor: Visitor;
let writer: Desk;
let agreer: Desk;

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  visitor = shop.visitor();
  const [server] = shop.servers;
  if (server) await seedStaffOfDemonstration(server.deps);
  writer = await signedIn(shop, 'yunying01');
  agreer = await signedIn(shop, 'hegui01');
});
afterAll(() => shop?.close());

const OUTLETS = { list: 'outlets' } as const;
const revision = async () => (await writer.value('listCatalogue', OUTLETS)).draft?.revision ?? 0;
const take = async (file: string | Buffer) => {
  const content = Buffer.from(file).toString('base64');
  const wish = { ...OUTLETS, fileName: '网点.csv', file: content, revision: await revision() };
  return (await writer.call('takeCatalogueFile', wish)).result;
};
/** What is written goes to residents, when another person agrees. */
async function publish(): Promise<void> {
  const wish = { ...OUTLETS, revision: await revision(), reason: '网点有变化' };
  const { approvalNo } = await writer.value('submitCatalogueDraft', wish);
  await agreer.value('decideApproval', { approvalNo, agree: true });
}
describe('the demonstration’s list', () => {
  test('has outlets in all 13 cities, district by district, with what a resident needs to go there', async () => {
    const all = await visitor.value('queryOutlets', {});
    expect(all.cities.map(({ name }) => name)).toEqual(
      CITIES.filter(({ code }) => code !== '320000').map(({ shortName }) => shortName),
    );
    expect(all.cityCode).toBe('320500');
    const suzhou = await visitor.value('queryOutlets', { cityCode: '320500' });
    expect(suzhou.outlets[0]).toEqual({
      ...{ code: 'SZ-GS-01', organisation: '甲信财产保险（演示）', name: '甲信财产姑苏服务点', district: '姑苏区' },
      ...{ address: '姑苏区示例路 18 号 1 楼', longitude: 120.585, latitude: 31.299, phone: '400-065-1066' },
      ...{ hours: '周一到周五 9:00 - 17:30', services: ['insure', 'claim', 'elder'], agentCode: 'SZGS01' },
    });
    for (const { cityCode, count } of all.cities) {
      const city = await visitor.value('queryOutlets', { cityCode });
      expect(city.outlets).toHaveLength(count);
      expect(city.outlets.every(({ longitude, latitude }) => longitude !== null && latitude !== null)).toBe(true);
    }
  });

  test.each([
    ['ntbranch', ['南通']],
    ['czbranch', ['常州']],
    ['yzbranch', ['扬州']],
    ['sqbranch', ['宿迁']],
    ['suqbranch', ['宿迁']],
  ] as const)('%s lists one city', async (channel, cities) => {
    expect((await visitor.value('queryOutlets', { channel })).cities.map(({ name }) => name)).toEqual(cities);
  });

  test('the bank’s list has banks alone, the province’s everybody', async () => {
    const bank = await visitor.value('queryOutlets', { channel: 'cbc', cityCode: '320100' });
    expect(new Set(bank.outlets.map(({ organisation }) => organisation))).toEqual(new Set(['示例银行（演示）']));
    expect((await visitor.value('queryOutlets', { channel: 'jsbranch' })).cities).toHaveLength(13);
    expect((await visitor.value('queryOutlets', { channel: 'cbc', cityCode: '320900' })).cityCode).toBe('320900');
  });
});

describe('an operator’s file', () => {
  test('a wrong one changes nothing and every fault is told', async () => {
    const file = csv([
      HEADINGS,
      row('NT-01'),
      row('NT-02', { 城市: '上海', 电话: '1' }),
      row('NT-01'),
      row('NT-03', { 渠道: 'yzbranch' }),
      row('NT-04', { 业务员代码: '3.20102E+17' }),
    ]);
    const { problems } = (await take(file)) ?? expect.fail();
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [3, '城市'],
      [3, '电话'],
      [4, '网点编号'],
      [5, '渠道'],
      [6, '业务员代码'],
    ]);
    expect(problems[2]?.why).toBe('网点编号和第 2 行重复');
    expect(problems[4]?.why).toContain('后几位被表格软件改成了 0');
    for (const [body, why] of [
      [csv([HEADINGS]), '没有网点'],
      [csv([HEADINGS.slice(1), row('A1').slice(1)]), '表头里缺少：网点名称'],
      ['PK\u0003\u0004not a table', '表格'],
    ] as const) {
      expect((await take(body))?.problems[0]?.why).toContain(why);
    }
    expect((await writer.value('listCatalogue', OUTLETS)).draft).toBeNull();
    expect((await visitor.value('queryOutlets', {})).cities).toHaveLength(13);
  });

  test('a right one is shown whole when another person agrees; the former can be had back; either form is read', async () => {
    await take(csv([HEADINGS, row('NT-01', { 渠道: 'cbc' }), row('NT-02', { 经度: '', 纬度: '' })]));
    expect((await visitor.value('queryOutlets', {})).cities).toHaveLength(13);
    await publish();
    const shown = await visitor.value('queryOutlets', {});
    expect(shown.cities).toEqual([{ cityCode: '320600', name: '南通', count: 2 }]);
    expect(shown.outlets.map(({ code, longitude }) => [code, longitude])).toEqual([
      ['NT-01', 120.9],
      ['NT-02', null],
    ]);
    expect((await visitor.value('queryOutlets', { channel: 'cbc' })).outlets).toHaveLength(1);
    expect((await visitor.value('queryOutlets', { channel: 'czbranch' })).outlets).toEqual([]);

    await take(await writeXlsx({ headings: HEADINGS, rows: [row('NT-09')] }));
    await publish();
    expect((await visitor.value('queryOutlets', {})).outlets.map(({ code }) => code)).toEqual(['NT-09']);

    const back = { ...OUTLETS, revision: await revision() };
    expect((await writer.call('restoreCatalogue', { ...back, version: 77 })).code).toBe(400104);
    await writer.value('restoreCatalogue', { ...back, version: 1 });
    await publish();
    expect((await visitor.value('queryOutlets', {})).cities).toHaveLength(13);
    const { versions } = await writer.value('listCatalogueVersions', OUTLETS);
    expect(versions.map(({ version, isShown }) => [version, isShown])).toEqual([
      [4, true],
      [3, false],
      [2, false],
      [1, false],
    ]);
    // What was given comes back as a file that can be given again.
    const copy = await (await writer.send(consoleCalls.downloadCatalogue, { ...OUTLETS, version: 2 })).text();
    expect(copy).toContain('NT-02,乙信,NT-02服务点,南通,崇川区');
    expect((await take(copy))?.problems).toEqual([]);
    const { draft } = await writer.value('listCatalogue', OUTLETS);
    expect(draft).toMatchObject({ rowCount: 2 });
    await writer.value('discardCatalogueDraft', { ...OUTLETS, revision: draft?.revision ?? 0 });
  });
});

test('whoever helps at an outlet belongs to one of the list, and has its name and agent code', async () => {
  const [server] = shop.servers;
  if (server) await seedOutletStaff(server.deps);
  const person = { name: '李示范', phone: '13900000088' };
  const wish: Inputs['keepOutletAssistant'] = {
    ...{ assistantNo: 'NJ0001', ...person, outletCode: 'NJ-01-01', isNew: true, isActive: true, reason: '网点报来' },
  };
  const keep = (more: Partial<typeof wish> = {}) => writer.call('keepOutletAssistant', { ...wish, ...more });
  expect((await keep({ outletCode: 'XX-01' })).message).toContain('没有这个网点编号');
  expect((await keep({ phone: '139' })).code).toBe(400100);
  expect((await keep({ isNew: false })).code).toBe(400104);
  expect((await writer.call('keepOutletAssistant', { ...wish, phone: undefined } as never)).message).toBe('请填手机号');
  expect((await keep()).code).toBe(200000);
  expect((await keep()).message).toContain('已经用过');
  expect((await keep({ assistantNo: 'NJ0002' })).message).toContain('登记在另一个工号下');
  const { assistants } = await writer.value('listOutletAssistants');
  expect(assistants).toMatchObject([
    { assistantNo: 'NJ0001', outletCode: 'NJ-01-01', outletName: '甲信财产玄武服务点', agentCode: 'NJ0101' },
    { assistantNo: 'SG0000', outletCode: 'SZ-GS-01', outletName: '甲信财产姑苏服务点', agentCode: 'SG0000' },
  ]);
  expect(assistants[0]).toMatchObject({ cityText: '南京', phoneMasked: '139****0088', ownAgentCode: null });
  expect(JSON.stringify(assistants)).not.toContain(person.phone);
  const numbers = async (input: object, desk = writer) =>
    (await desk.value('listOutletAssistants', input)).assistants.map(({ assistantNo }) => assistantNo);
  expect([await numbers({ number: 'SZ-GS-01' }), await numbers({ after: 'NJ0001' })]).toEqual([['SG0000'], ['SG0000']]);
  // Two change the same person: the later one is told, and nothing is put back.
  const [shown] = assistants;
  const { name, phoneMasked, outletCode, ownAgentCode, isActive } = shown as NonNullable<typeof shown>;
  const former = { name, phoneMasked, outletCode, ownAgentCode, isActive };
  expect((await keep({ isNew: false, former, agentCode: 'OWN-7' })).code).toBe(200000);
  expect((await keep({ isNew: false, former, name: '李后写' })).message).toContain('刚被别人改过');
  expect((await keep({ isNew: false, former: { ...former, ownAgentCode: 'OWN-7' }, agentCode: undefined })).code).toBe(
    200000,
  );
  // Whoever has some cities sees and changes those who help there.
  const scope = (cities: string) =>
    server?.deps.database.query(
      `update staff_accounts set scope = jsonb_set(scope, '{cities}', $1::jsonb) where account = 'yunying01'`,
      [cities],
    );
  await scope('["320500"]');
  expect(await numbers({})).toEqual(['SG0000']);
  expect((await keep({ isNew: false, isActive: false })).code).toBe(400104);
  expect((await keep({ assistantNo: 'NJ0002', phone: '13900000077' })).message).toContain('数据范围');
  await scope('null');
  const noted = await server?.deps.database.query<{ detail: string }>(
    `select detail from staff_audit where what = 'keepOutletAssistant' and outcome = 'done' order by number`,
  );
  expect(noted?.map(({ detail }) => detail)).toEqual([
    '加上：姓名 李示范，手机号 139****0088，网点 NJ-01-01，可以协助。网点报来',
    '改：业务员代码 OWN-7。网点报来',
    '改：业务员代码 用网点的。网点报来',
  ]);
  // Their outlet keeps its name when a new list is without it.
  await take(csv([HEADINGS, row('NT-01')]));
  await publish();
  const desk = await loggedIn(shop, person);
  expect((await desk.value('assistanceDesk')).staff?.outletName).toBe('甲信财产玄武服务点');
  const gone = { isNew: false, phone: undefined } as never;
  expect((await keep(gone)).message).toContain('没有这个网点编号');
  expect((await keep({ ...(gone as object), isActive: false })).code).toBe(200000);
  expect((await desk.value('assistanceDesk')).staff).toBeNull();
});
