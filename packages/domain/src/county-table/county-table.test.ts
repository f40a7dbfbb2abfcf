import { expect, test } from 'vitest';
import { CITIES } from '../region/index.ts';
import { divisionName, divisionOf, divisionTree } from './index.ts';

test.each([
  ['320000', '江苏省'],
  ['320500', '江苏省苏州市'],
  ['320583', '江苏省苏州市昆山市'],
  ['320102', '江苏省南京市玄武区'],
  ['110101', '北京市东城区'],
  ['429004', '湖北省仙桃市'],
  ['650102', '新疆维吾尔自治区乌鲁木齐市天山区'],
])('%s is %s', (code, fullName) => {
  expect(divisionOf(code)?.fullName).toBe(fullName);
});

test.each(['', '000000', '320199', '32058', '3205830', '99', 'toString', '32abcd'])('%j is no division', (code) => {
  expect(divisionOf(code)).toBeNull();
  expect(divisionName(code)).toBeNull();
});

test('the table agrees with the product on the names of its 13 cities', () => {
  for (const city of CITIES.filter(({ code }) => code !== '320000')) expect(divisionName(city.code)).toBe(city.name);
});

test('the tree has every province, and every node of it can be looked up by its code', () => {
  const tree = divisionTree();
  expect(tree).toHaveLength(34);
  const jiangsu = tree.find((province) => province.code === '320000');
  expect(jiangsu?.children).toHaveLength(13);
  let counties = 0;
  for (const province of tree) {
    for (const city of province.children ?? []) {
      expect(divisionName(city.code)).toBe(city.name);
      for (const county of city.children ?? []) {
        counties += 1;
        expect(divisionName(county.code)).toBe(county.name);
      }
    }
  }
  expect(counties).toBeGreaterThan(2800);
});
