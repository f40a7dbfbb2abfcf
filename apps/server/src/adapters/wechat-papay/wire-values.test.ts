import { expect, test } from 'vitest';
import { requestSerial } from './wire-values.ts';

const MOMENT = 1_795_136_400_000;

test('requests of one moment have serials of their own, repeated ones the same, all within 18 digits', () => {
  const numbers = Array.from({ length: 20_000 }, (_, index) => `JS${String(index * 1_000).padStart(19, '0')}01`);
  const serials = numbers.map((number) => requestSerial(MOMENT, number));
  expect(new Set(serials).size).toBe(numbers.length);
  expect(numbers.map((number) => requestSerial(MOMENT, number))).toEqual(serials);
  expect(serials.filter((serial) => !/^\d{1,18}$/.test(serial))).toEqual([]);
  expect(requestSerial(MOMENT + 1, numbers[0] as string)).not.toBe(serials[0]);
});
