import { describe, expect, test } from 'vitest';
import {
  checkOutletRow,
  distanceM,
  distanceText,
  inChannel,
  MAP_ORIGINS,
  mapLink,
  OUTLET_HEADINGS,
  type OutletColumn,
  outletCells,
  outletColumns,
  wgsToGcj,
} from './index.ts';

const row: Record<OutletColumn, string> = {
  code: 'SZ-01',
  organisation: '甲信财产保险（演示）',
  name: '甲信财产姑苏服务点',
  city: '苏州',
  district: '姑苏区',
  address: '姑苏区示例路 18 号 1 楼',
  longitude: '120.6',
  latitude: '31.3',
  phone: '0512-65000001',
  hours: '周一到周五 9:00 - 17:30',
  services: '投保、理赔，老年专窗',
  channels: 'cbc jsbranch',
  agentCode: 'SG0000',
};
const check = (changes: Partial<Record<OutletColumn, string>> = {}) => {
  const cells = { ...row, ...changes };
  return checkOutletRow((column) => cells[column]);
};

describe('a row of an outlet file', () => {
  test('a right one, and back again', () => {
    const checked = check();
    expect(checked).toMatchObject({
      ok: true,
      outlet: {
        cityCode: '320500',
        services: ['insure', 'claim', 'elder'],
        channels: ['cbc', 'jsbranch'],
        longitude: 120.6,
      },
    });
    if (!checked.ok) return;
    const cells = outletCells(checked.outlet);
    const keys = Object.keys(OUTLET_HEADINGS) as OutletColumn[];
    expect(checkOutletRow((column) => cells[keys.indexOf(column)] ?? '')).toEqual(checked);
    expect(check({ longitude: '', latitude: '', channels: '', agentCode: '' })).toMatchObject({
      ok: true,
      outlet: { longitude: null, latitude: null, channels: [], agentCode: null },
    });
  });

  test.each([
    ['code', '姑苏', '字母、数字或横线'],
    ['name', '', '请填写网点名称'],
    ['name', '<b>', '不能用的字符'],
    ['address', '长'.repeat(101), '不超过 100 个字'],
    ['city', '上海', '13 个市'],
    ['city', '省直', '13 个市'],
    ['longitude', '31.3', '不在江苏'],
    ['latitude', '', '都填'],
    ['phone', '12', '电话写成'],
    ['phone', 'javascript:alert(1)', '电话写成'],
    ['services', '', '请填写服务'],
    ['services', '投保、理财', '没有“理财”'],
    ['channels', 'ntbranch', '只列南通'],
    ['channels', 'toString', '没有“toString”'],
    ['agentCode', 'A 1', '字母和数字'],
  ] as const)('%s: %j is told', (column, value, message) => {
    const checked = check({ [column]: value });
    expect(checked).toMatchObject({ ok: false, problems: [{ column, message: expect.stringContaining(message) }] });
  });

  test('headings in any order; missing, foreign and doubled ones are told', () => {
    const all = Object.values(OUTLET_HEADINGS) as string[];
    expect(outletColumns([...all].reverse())).toEqual(
      new Map(Object.keys(OUTLET_HEADINGS).map((key, at) => [key, all.length - 1 - at])),
    );
    expect(outletColumns(all.filter((heading) => heading !== '电话'))).toBe('表头里缺少：电话');
    expect(outletColumns([...all, '备注'])).toContain('备注');
    expect(outletColumns([...all, '电话'])).toContain('两列');
    expect(typeof outletColumns(all.filter((heading) => heading !== '渠道'))).toBe('object');
  });
});

test('a channel lists who is named for it, else its city; the bank’s only who is named', () => {
  const outlet = (code: string, cityCode: string, channels: ('cbc' | 'ntbranch')[] = []) => ({
    code,
    cityCode,
    channels,
  });
  const plain = [outlet('a', '320500'), outlet('b', '320600'), outlet('c', '320600')];
  const codes = (list: { code: string }[]) => list.map(({ code }) => code).join('');
  expect(codes(inChannel(plain, 'branch'))).toBe('abc');
  expect(codes(inChannel(plain, 'jsbranch'))).toBe('abc');
  expect(codes(inChannel(plain, 'ntbranch'))).toBe('bc');
  expect(codes(inChannel(plain, 'cbc'))).toBe('');
  const named = [...plain, outlet('d', '320600', ['cbc', 'ntbranch'])];
  expect(codes(inChannel(named, 'ntbranch'))).toBe('d');
  expect(codes(inChannel(named, 'cbc'))).toBe('d');
  expect(codes(inChannel(named, 'branch'))).toBe('abcd');
});

test('distances', () => {
  const [nanjing, suzhou] = [
    { longitude: 118.796, latitude: 32.06 },
    { longitude: 120.585, latitude: 31.299 },
  ];
  expect(distanceM(nanjing, suzhou) / 1000).toBeCloseTo(189, 0);
  expect(distanceM(suzhou, suzhou)).toBe(0);
  expect([0, 340, 949, 1_200, 9_900, 23_400].map(distanceText)).toEqual([
    '100 米',
    '300 米',
    '900 米',
    '1.2 公里',
    '9.9 公里',
    '23 公里',
  ]);
});

test('a phone’s position is moved to where the maps have it', () => {
  // Tian'anmen, a point whose two readings are widely published.
  const moved = wgsToGcj({ longitude: 116.391, latitude: 39.907 });
  expect(moved.longitude).toBeCloseTo(116.39724, 3);
  expect(moved.latitude).toBeCloseTo(39.9084, 3);
});

test.each(['amap', 'tencent'] as const)('a %s link goes to that service and nowhere else', (service) => {
  for (const [longitude, latitude] of [
    [120.6, 31.3],
    [null, null],
  ] as const) {
    const link = new URL(mapLink({ name: '甲;b&c=1#x', address: '//evil.example', longitude, latitude }, service));
    expect(link.origin).toBe(MAP_ORIGINS[service]);
    expect(link.hash).toBe('');
    expect([...link.searchParams.keys()]).not.toContain('c');
  }
});
