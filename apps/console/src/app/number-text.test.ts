import { expect, test } from 'vitest';
import { numberProblem, readNumber } from './number-text.ts';

const YUAN = { min: 0.01, max: 20_000_000, places: 2 };

test.each([
  ['', null],
  ['  ', null],
  ['1200.50', 1200.5],
  ['１２００．５０', 1200.5],
  ['12。5', 12.5],
  ['12,000.00', 12_000],
  ['￥12，000', 12_000],
  [' 300 元 ', 300],
  ['.5', 0.5],
  ['-3', -3],
  ['0.001', 0.001],
])('%j is read as %j', (text, value) => expect(readNumber(text)).toBe(value));

test.each(['1e5', '0x10', '12元5角', '300 150', '1,2', '金额300', '-', '.', '12..5', '2026-02-30', '三百', '1.2.3'])(
  '%j is no figure, and no digits are picked out of it',
  (text) => expect(readNumber(text)).toBeNaN(),
);

test('what is wrong with a figure is said, and it is never made another one', () => {
  const said = ['25000000', '0', '-5', '12.345', '0.001', '1e5', '12.34'].map((text) =>
    numberProblem(readNumber(text), YUAN),
  );
  expect(said).toEqual([
    '不能大于 20000000',
    '不能小于 0.01',
    '不能小于 0.01',
    '小数点后最多 2 位',
    '不能小于 0.01',
    '请只写一个数字，例如 12.5',
    null,
  ]);
  expect(numberProblem(1.5, { min: 1, max: 24 })).toBe('请写整数');
  expect(numberProblem(null, YUAN)).toBeNull();
  // Figures that no computer keeps exactly.
  for (const yuan of [0.07, 1.13, 8.41, 4_503.29, 19_999_999.99]) expect(numberProblem(yuan, YUAN)).toBeNull();
});
