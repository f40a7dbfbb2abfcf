import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readVectors } from '../../../../tests/vectors/read-vectors.ts';
import {
  amountInCapitals,
  fenToYuanText,
  formatYuan,
  formatYuanWithSign,
  premiumTotalFen,
  saidYuan,
  thousandsSeparated,
  wanYuanText,
  yuanTextToFen,
} from './index.ts';

const anyFen = fc.maxSafeInteger();

test('a price in a sentence has no fen, or both digits of them', () => {
  expect([15_800, 27_950, 27_905, 127_950, 3_090_000, 0].map(saidYuan)).toEqual([
    '158',
    '279.50',
    '279.05',
    '1,279.50',
    '30,900',
    '0',
  ]);
});

describe('premiumTotalFen', () => {
  test('is the premium times the number of people', () => {
    expect(premiumTotalFen(15800, 3)).toBe(47400);
    expect(premiumTotalFen(15800, 0)).toBe(0);
  });

  test.each([
    [158.5, 1],
    [-15800, 1],
    [15800, 1.5],
    [15800, -1],
    [Number.NaN, 1],
    [Number.MAX_SAFE_INTEGER, 2],
  ])('refuses %d times %d', (premiumFen, count) => {
    expect(() => premiumTotalFen(premiumFen, count)).toThrow(RangeError);
  });
});

describe('yuan text', () => {
  test.each([
    [0, '0.00', '¥0.00'],
    [5, '0.05', '¥0.05'],
    [15800, '158.00', '¥158.00'],
    [123400, '1,234.00', '¥1,234.00'],
    [100000001, '1,000,000.01', '¥1,000,000.01'],
    [-320, '-3.20', '-¥3.20'],
  ])('%d fen is %s and %s', (fen, text, withSign) => {
    expect(formatYuan(fen)).toBe(text);
    expect(formatYuanWithSign(fen)).toBe(withSign);
  });

  test.each([
    ['158', 15800],
    ['158.0', 15800],
    ['158.05', 15805],
    ['1,234.56', 123456],
    [' 0.10 ', 10],
    ['-3.20', -320],
    ['-0', 0],
    ['0.29', 29],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ])('%j is %d fen', (text, fen) => {
    expect(yuanTextToFen(text)).toBe(fen);
  });

  test.each(['', '1.234', '1,23', '12,34.00', '1e3', '.5', '5.', '+5', '¥5', '１', '0x10', 'NaN', '90071992547409.92'])(
    '%j is no amount',
    (text) => {
      expect(yuanTextToFen(text)).toBeNull();
    },
  );

  test('every amount survives the way to text and back', () => {
    fc.assert(
      fc.property(anyFen, (fen) => {
        expect(yuanTextToFen(fenToYuanText(fen))).toBe(fen);
        expect(yuanTextToFen(formatYuan(fen))).toBe(fen);
      }),
    );
  });

  test('half a fen is a bug of the caller', () => {
    expect(() => formatYuan(0.5)).toThrow(RangeError);
    expect(() => fenToYuanText(Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });
});

test.each(readVectors('thousands.txt'))('thousands, $at', ({ columns: [text = '', expected] }) => {
  expect(thousandsSeparated(text)).toBe(expected);
});

test.each([
  [0, '0'],
  [1_200_000, '1.2'],
  [1_000_000, '1.0'],
  [1_500_000, '1.5'],
  [100_000_000, '100'],
  [300_000_000, '300'],
  [10_000_000, '10'],
  [12_345_600, '12.3456'],
  [800_000, '0.8'],
])('%d fen is %s 万元', (fen, text) => {
  expect(wanYuanText(fen)).toBe(text);
});

describe('amountInCapitals', () => {
  test.each(readVectors('amounts-in-capitals.txt'))('$at', ({ columns: [fen, expected] }) => {
    expect(amountInCapitals(Number(fen))).toBe(expected);
  });

  test.each([-1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('refuses %d', (fen) => {
    expect(() => amountInCapitals(fen)).toThrow(RangeError);
  });

  test('reads back as the same amount, and never has two 零 in a row', () => {
    fc.assert(
      fc.property(fc.oneof(fc.maxSafeNat(), fc.nat(10_000_000), sparseFen), (fen) => {
        fc.pre(fen > 0);
        const text = amountInCapitals(fen);
        expect(fenOfCapitals(text)).toBe(BigInt(fen));
        expect(text).not.toMatch(/零零|零[拾佰仟万亿元角整]/);
      }),
      { numRuns: 3000, examples: [[1], [10], [100]] },
    );
  });
});

/** Amounts with many empty places, where the 零 rules bite. */
const sparseFen = fc
  .array(fc.constantFrom(0, 0, 0, 1, 5, 9), { minLength: 1, maxLength: 15 })
  .map((digits) => Number(digits.join('')))
  .filter((fen) => fen > 0);

/** An independent reader: adds up digit by digit, knowing nothing of how the text was made. */
function fenOfCapitals(text: string): bigint {
  const match = /^人民币(?:(.+)元)?(?:零?(?:(.)角)?零?(?:(.)分)?)(?:整)?$/.exec(text);
  if (!match) throw new Error(`not an amount: ${text}`);
  const digit = (character: string | undefined) =>
    BigInt(Math.max('零壹贰叁肆伍陆柒捌玖'.indexOf(character ?? '零'), 0));
  return yuanOf(match[1] ?? '零') * 100n + digit(match[2]) * 10n + digit(match[3]);
}

function yuanOf(text: string): bigint {
  for (const [name, unit] of [
    ['亿', 100_000_000n],
    ['万', 10_000n],
  ] as const) {
    const at = text.lastIndexOf(name);
    if (at >= 0) return yuanOf(text.slice(0, at)) * unit + yuanOf(text.slice(at + 1));
  }
  let sum = 0n;
  let pending = 0n;
  for (const character of text) {
    const place = { 拾: 10n, 佰: 100n, 仟: 1000n }[character];
    if (place) {
      sum += pending * place;
      pending = 0n;
    } else {
      pending = BigInt('零壹贰叁肆伍陆柒捌玖'.indexOf(character));
    }
  }
  return sum + pending;
}
