import { describe, expect, test } from 'vitest';
import { coverWord, type FamilyPerson, isCovered, isUncovered, policyOnCard, type YearCover } from './cover-words.ts';

const policy = {
  orderNo: 'JS0000000000000000001',
  position: 1,
  policyNo: 'SMA000000000000000000101',
  status: 0,
  editionCode: 'demo',
  editionYear: 2027,
  productName: '苏民安',
  planName: '基础版',
  validDate: '2027-01-01',
  invalidDate: '2027-12-31',
  premiumFen: 15_800,
};
const cover = (state: YearCover['state'], status: number | null = 0): YearCover => ({
  editionYear: 2027,
  state,
  policy: state === 'policy' || state === 'issuing' ? { ...policy, status } : null,
});
const person = (...covers: YearCover[]): FamilyPerson => ({ member: {} as never, cover: covers, history: [] });

describe('a year in a word', () => {
  test.each([
    [cover('policy', 0), '待生效', '已经买好', 'ok'],
    [cover('policy', 1), '保障中', '有保障', 'ok'],
    [cover('policy', 2), '已到期', '已到期', 'no'],
    [cover('policy', 3), '退保处理中', '退保处理中', 'warn'],
    [cover('issuing', null), '出单中', '正在办', 'warn'],
    [cover('elsewhere'), '已参保', '家里人买好了', 'ok'],
    [cover('waiting-payment'), '待付款', '还没付钱', 'warn'],
    [cover('none'), '没有保障', '没有保障', 'no'],
  ] as const)('%#', (given, standard, elder, look) => {
    expect(coverWord(given, null, false)).toEqual({ text: standard, look });
    expect(coverWord(given, null, true)).toEqual({ text: elder, look });
  });

  test("a policy is called what the server's map calls it", () => {
    expect(coverWord(cover('policy', 1), { '1': { label: '有效' } }, false).text).toBe('有效');
  });
});

test('only who has nothing under way can be bought for', () => {
  expect(isUncovered(person(cover('none')), 2027)).toBe(true);
  expect(isUncovered(person(cover('waiting-payment')), 2027)).toBe(false);
  expect(isCovered(person(cover('waiting-payment')), 2027)).toBe(false);
  expect(isCovered(person(cover('elsewhere')), 2027)).toBe(true);
  expect(isUncovered(person(cover('policy')), 2028)).toBe(true);
});

test("papers of the year shown come first, else the newest policy's", () => {
  const last = { ...cover('policy', 1), editionYear: 2026, policy: { ...policy, editionYear: 2026 } };
  expect(policyOnCard(person(cover('policy'), last), 2027)?.editionYear).toBe(2027);
  expect(policyOnCard(person(cover('none'), last), 2027)?.editionYear).toBe(2026);
  expect(policyOnCard(person(cover('elsewhere')), 2027)).toBeNull();
});
