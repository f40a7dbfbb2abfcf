import { expect, test } from 'vitest';
import { beijingDateTime, beijingMs } from '../date/index.ts';
import { isQuiet, nextMessageMs } from './index.ts';

test.each([
  ['2026-11-20 07:59:59', true, '2026-11-20 08:00:00'],
  ['2026-11-20 08:00:00', false, '2026-11-20 08:00:00'],
  ['2026-11-20 20:59:59', false, '2026-11-20 20:59:59'],
  ['2026-11-20 21:00:00', true, '2026-11-21 08:00:00'],
  ['2026-12-31 23:30:00', true, '2027-01-01 08:00:00'],
])('at %s it is quiet: %s', (now, quiet, next) => {
  const nowMs = beijingMs(now);
  expect(isQuiet(nowMs)).toBe(quiet);
  expect(beijingDateTime(nextMessageMs(nowMs))).toBe(next);
});
