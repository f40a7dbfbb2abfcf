import { CITIES } from '@huimin/domain/region';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedOutletStaff } from '../../apps/server/seed/outlet-staff.ts';
import { writeXlsx } from '../../apps/server/src/sheets/index.ts';
import { loggedIn, openShop, type Shop, type Visitor } from './shop.ts';

const TOKEN = 'operators-of-the-outlets-test-file';
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

beforeAll(async () => {
  shop = await openShop({ jobs: false, environment: { OPERATOR_TOKEN: TOKEN } });
  visitor = shop.visitor();
});
afterAll(() => shop?.close());

async function operator(path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${TOKEN}`, ...(init.headers as Record<string, string>) };
  const answer = await fetch(`${shop.origin}/operator${path}`, { ...init, headers });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, text, body: isJson ? JSON.parse(text) : null };
}
const give = (body: BodyInit, type = 'text/csv', more: Record<string, string> = {}) =>
  operator(`/outlets?by=${encodeURIComponent('张网点')}&name=outlets`, {
    method: 'POST',
    headers: { 'content-type': type, ...more },
    body,
  });
const asJson = (method: string, body: object) => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

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
  test('a wrong one changes nothing and every fault is told, as JSON or as a file', async () => {
    const file = csv([
      HEADINGS,
      row('NT-01'),
      row('NT-02', { 城市: '上海', 电话: '1' }),
      row('NT-01'),
      row('NT-03', { 渠道: 'yzbranch' }),
      row('NT-04', { 业务员代码: '3.20102E+17' }),
    ]);
    const refused = await give(file);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toBe('有 5 处不对，没有采用这份文件');
    expect(refused.body.faults.map(({ line, column }: { line: number; column: string }) => [line, column])).toEqual([
      [3, '城市'],
      [3, '电话'],
      [4, '网点编号'],
      [5, '渠道'],
      [6, '业务员代码'],
    ]);
    expect(refused.body.faults[4].message).toContain('后几位被表格软件改成了 0');
    const asFile = await give(file, 'text/csv', { accept: 'text/csv' });
    expect(asFile.text).toContain('4,网点编号,网点编号和第 2 行重复');
    for (const [body, message] of [
      ['', '空'],
      [csv([HEADINGS]), '没有网点'],
      [csv([HEADINGS.slice(1), row('A1').slice(1)]), '表头里缺少：网点名称'],
      ['PK\u0003\u0004not a table', '表格'],
    ] as const) {
      const answer = await give(body);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toContain(message);
    }
    expect((await give('{}', 'application/json')).status).toBe(415);
    expect(
      (await operator('/outlets', { method: 'POST', headers: { 'content-type': 'text/csv' }, body: file })).status,
    ).toBe(400);
    expect((await visitor.value('queryOutlets', {})).cities).toHaveLength(13);
    expect((await operator('/outlets')).body.lists).toHaveLength(1);
  });

  test('a right one is shown whole at once; the former can be had back; either form is read', async () => {
    const given = await give(csv([HEADINGS, row('NT-01', { 渠道: 'cbc' }), row('NT-02', { 经度: '', 纬度: '' })]));
    expect(given.body).toEqual({ version: 2, outletCount: 2, isKnown: false });
    const shown = await visitor.value('queryOutlets', {});
    expect(shown.cities).toEqual([{ cityCode: '320600', name: '南通', count: 2 }]);
    expect(shown.outlets.map(({ code, longitude }) => [code, longitude])).toEqual([
      ['NT-01', 120.9],
      ['NT-02', null],
    ]);
    expect((await visitor.value('queryOutlets', { channel: 'cbc' })).outlets).toHaveLength(1);
    expect((await visitor.value('queryOutlets', { channel: 'czbranch' })).outlets).toEqual([]);
    const again = await give(csv([HEADINGS, row('NT-01', { 渠道: 'cbc' }), row('NT-02', { 经度: '', 纬度: '' })]));
    expect(again.body).toMatchObject({ version: 2, isKnown: true });

    const xlsx = await writeXlsx({ headings: HEADINGS, rows: [row('NT-09')] });
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    expect((await give(new Uint8Array(xlsx), type)).body).toMatchObject({ version: 3, outletCount: 1 });
    expect((await visitor.value('queryOutlets', {})).outlets.map(({ code }) => code)).toEqual(['NT-09']);

    expect((await operator('/outlets/1/show', asJson('POST', { by: '张网点' }))).status).toBe(400);
    expect((await operator('/outlets/77/show', asJson('POST', { by: '张网点', reason: '回到旧版' }))).status).toBe(404);
    expect((await operator('/outlets/1/show', asJson('POST', { by: '张网点', reason: '回到旧版' }))).status).toBe(200);
    expect((await visitor.value('queryOutlets', {})).cities).toHaveLength(13);
    const { lists } = (await operator('/outlets')).body;
    expect(lists.map(({ version, isShown }: { version: number; isShown: boolean }) => [version, isShown])).toEqual([
      [3, false],
      [2, false],
      [1, true],
    ]);
    // What was given comes back as a file that can be given again.
    const copy = await operator('/outlets/2');
    expect(copy.text).toContain('NT-02,乙信,NT-02服务点,南通,崇川区');
    expect((await give(copy.text)).body).toMatchObject({ version: 4, outletCount: 2 });
  });
});

test('whoever helps at an outlet belongs to one of the list, and has its name and agent code', async () => {
  const [server] = shop.servers;
  await operator('/outlets/1/show', asJson('POST', { by: '张网点', reason: '回到旧版' }));
  if (server) await seedOutletStaff(server.deps);
  const person = { name: '李示范', phone: '13900000088' };
  const put = (body: object) => operator('/assisting-staff/NJ0001', asJson('PUT', body));
  expect((await put({ ...person, outletCode: 'XX-01' })).body.message).toContain('没有这个网点编号');
  expect((await put({ ...person, outletName: '随便写的' })).status).toBe(400);
  expect((await put({ ...person, outletCode: 'NJ-01-01' })).status).toBe(200);
  const { staff } = (await operator('/assisting-staff')).body;
  expect(staff).toMatchObject([
    { staffNo: 'NJ0001', outletCode: 'NJ-01-01', outletName: '甲信财产玄武服务点', agentCode: 'NJ0101' },
    { staffNo: 'SG0000', outletCode: 'SZ-GS-01', outletName: '甲信财产姑苏服务点', agentCode: 'SG0000' },
  ]);
  // Their outlet keeps its name when a new list is without it.
  await give(csv([HEADINGS, row('NT-01')]));
  const desk = await loggedIn(shop, person);
  expect((await desk.value('assistanceDesk')).staff?.outletName).toBe('甲信财产玄武服务点');
  expect((await put({ ...person, outletCode: 'NJ-01-01' })).status).toBe(400);
  expect((await put({ ...person, outletCode: 'NJ-01-01', isActive: false })).status).toBe(200);
});
