import { expect, it } from 'vitest';
import { districtsOf, shownOutlets } from './outlet-list.ts';

const outlet = (name: string, district: string, place: readonly [number, number] | null = null) => ({
  ...{ code: name, organisation: '甲信', name, district, address: `${district}示例路 18 号`, phone: '400-065-1066' },
  ...{ hours: '每天', services: ['insure' as const], agentCode: null },
  longitude: place?.[0] ?? null,
  latitude: place?.[1] ?? null,
});
const outlets = [
  outlet('远处', '姑苏区', [120.8, 31.3]),
  outlet('不知道', '姑苏区'),
  outlet('近处', '姑苏区', [120.6, 31.3]),
  outlet('园区', '工业园区', [120.7, 31.3]),
];
const names = (wanted: Partial<Parameters<typeof shownOutlets>[1]>) =>
  shownOutlets(outlets, { district: null, text: '', place: null, ...wanted }).map((shown) => shown.outlet.name);

it('districts are told once, in the order of the list', () => {
  expect(districtsOf(outlets)).toEqual(['姑苏区', '工业园区']);
});

it('shows a district, what is sought, and the nearest first', () => {
  expect(names({})).toEqual(['远处', '不知道', '近处', '园区']);
  expect(names({ district: '工业园区' })).toEqual(['园区']);
  expect(names({ text: ' 示例路  姑苏 ' })).toEqual(['远处', '不知道', '近处']);
  expect(names({ text: '没有' })).toEqual([]);
  expect(names({ place: { longitude: 120.6, latitude: 31.3 } })).toEqual(['近处', '园区', '远处', '不知道']);
});
