import { expect, test } from 'vitest';
import { readMoment } from './read-moment.ts';

test.each([
  '2026-11-25 20:11:14.123456+00',
  '2026-11-25 20:11:14.12+00',
  '2026-11-25 20:11:14.1+00',
  '2026-11-25 20:11:14.999999+00',
  '2026-11-25 20:11:14+00',
  '2024-02-29 00:00:00.001+00',
  '1970-01-01 00:00:00+00',
  '1969-12-31 23:59:59.5+00',
  '9999-12-31 23:59:59.999+00',
])('%s is the moment that the engine reads', (text) => {
  expect(readMoment(text)).toBe(new Date(text).getTime());
});

test('other ways to write a moment are left to the engine', () => {
  expect(readMoment('infinity')).toBe(Number.POSITIVE_INFINITY);
  expect(readMoment('2026-11-25 20:11:14.5+08')).toBe(Date.UTC(2026, 10, 25, 12, 11, 14, 500));
  expect(readMoment('12026-11-25 20:11:14+00')).toBe(new Date('12026-11-25 20:11:14+00').getTime());
});
