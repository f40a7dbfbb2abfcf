import { describe, expect, test } from 'vitest';
import { readVectors } from '../../../../tests/vectors/read-vectors.ts';
import {
  CITIES,
  cityCodeOf,
  currentRegionCode,
  isInsurableRegion,
  placeNameLookup,
  regionDisplayText,
  SUZHOU_DISTRICTS,
} from './index.ts';

const offered = [...CITIES, ...SUZHOU_DISTRICTS];

test('the 13 cities and 省直, as the specification lists them', () => {
  expect(CITIES.map((city) => city.code).sort()).toEqual([
    '320000',
    '320100',
    '320200',
    '320300',
    '320400',
    '320500',
    '320600',
    '320700',
    '320800',
    '320900',
    '321000',
    '321100',
    '321200',
    '321300',
  ]);
});

test('the Suzhou districts, without the withdrawn 320584', () => {
  expect(SUZHOU_DISTRICTS.map((district) => district.code).sort()).toEqual([
    '320500',
    '320505',
    '320506',
    '320507',
    '320508',
    '320509',
    '320540',
    '320581',
    '320582',
    '320583',
    '320585',
    '320599',
  ]);
});

test.each(readVectors('place-names.txt'))('place name, $at', ({ columns: [name = '', expected] }) => {
  expect(placeNameLookup(name)?.code ?? 'none').toBe(expected);
});

test('a look-up answers with the name of the dictionary', () => {
  expect(placeNameLookup('苏州市·昆山市')).toEqual({ code: '320583', name: '昆山市' });
  expect(placeNameLookup('南京')).toEqual({ code: '320100', name: '南京市' });
});

describe('display text', () => {
  test.each([
    ['320540', '苏州 - 工业园区'],
    ['320583', '苏州 - 昆山'],
    ['320500', '苏州 - 市区'],
    ['320599', '苏州 - 市本级'],
    ['320584', '苏州 - 吴江'],
    ['320100', '南京'],
    ['320000', '省直'],
  ])('%s is %s', (code, text) => {
    expect(regionDisplayText(code)).toBe(text);
  });

  test('every district is found again by its display text', () => {
    for (const { code } of SUZHOU_DISTRICTS) expect(placeNameLookup(regionDisplayText(code) ?? '')?.code).toBe(code);
  });
});

describe('who can be insured where', () => {
  test('everything offered, and the withdrawn code of old records', () => {
    for (const { code } of offered) expect(isInsurableRegion(code)).toBe(true);
    expect(isInsurableRegion('320584')).toBe(true);
  });

  test.each(['', '310100', '320102', '3205', '320586', 'toString', '320500 '])('not %j', (code) => {
    expect(isInsurableRegion(code)).toBe(false);
    expect(regionDisplayText(code)).toBeNull();
    expect(cityCodeOf(code)).toBeNull();
  });
});

test('places are counted by their city, and the withdrawn code by its successor', () => {
  expect(cityCodeOf('320583')).toBe('320500');
  expect(cityCodeOf('320584')).toBe('320500');
  expect(cityCodeOf('320100')).toBe('320100');
  expect(currentRegionCode('320584')).toBe('320509');
  expect(currentRegionCode('320583')).toBe('320583');
});
