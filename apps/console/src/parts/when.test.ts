import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { longTime, shortDay, shortTime, shortTimeSeconds } from './when.ts';

beforeEach(() => {
  // In Beijing it is 2027 already.
  vi.useFakeTimers({ now: new Date('2026-12-31T16:30:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a moment of this year stands without it, one of another year with it', () => {
  expect(shortTime('2027-01-01 00:10:05')).toBe('01.01 00:10');
  expect(shortTime('2026-12-31T23:50:05')).toBe('2026.12.31 23:50');
  expect(shortTimeSeconds('2026-12-31T23:50:05')).toBe('2026.12.31 23:50:05');
  expect(shortDay('2028-02-29 08:00:00')).toBe('2028.02.29');
  expect(shortDay('2027-02-28')).toBe('02.28');
});

test('what is absent is a dash', () => {
  expect([shortTime(null), shortDay(undefined), longTime('')]).toEqual(['—', '—', '—']);
});
