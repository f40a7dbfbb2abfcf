import { expect, test } from 'vitest';
import { createPublicNumbers } from '../../security/public-numbers.ts';
import { contractCode, contractOf } from './contract-code.ts';

const numbers = createPublicNumbers(Buffer.alloc(16, 7));
const orderId = 123_456_789_012n;

test('a code leads back to its order and number', () => {
  const code = contractCode(numbers, orderId, 3);
  expect(code).toMatch(/^KJS\d{21}$/);
  expect(contractOf(numbers, code)).toEqual({ orderId, number: 3 });
});

test.each(['', 'K', 'JS000000000000000000001', 'KJS', 'KJS00000000000000000000x', 'XJS000000000000000000001'])(
  'no code: %s',
  (code) => {
    expect(contractOf(numbers, code)).toBeNull();
  },
);

test('numbers that are never given, and orders that cannot be', () => {
  const code = contractCode(numbers, orderId, 1).slice(0, -2);
  for (const number of ['00', '16', '99']) expect(contractOf(numbers, `${code}${number}`)).toBeNull();
  // The permutation covers one bit more than ids have.
  expect(contractOf(numbers, contractCode(numbers, 1n << 59n, 1))).toBeNull();
});
