import { expect, test } from 'vitest';
import { overtakenDay, wrongDays } from './address-days.ts';

test.each([
  ['from=2026-11-01&to=2026-11-30', []],
  ['from=2026-11-30&to=2026-11-30', []],
  ['day=2028-02-29&status=gone', []],
  ['', []],
  ['from=gone&to=2026-11-30', ['from']],
  ['from=2026-11-1&to=2026-02-29', ['from', 'to']],
  ['day=', ['day']],
  ['from=2026-11-20&to=2026-11-01', ['to']],
])('of %j no days are %j', (query, wrong) => {
  expect(wrongDays(new URLSearchParams(query))).toEqual(wrong);
});

test.each([
  ['from=2026-11-20&to=2026-11-01', ['from'], 'to'],
  ['from=2026-11-20&to=2026-11-01', ['to'], 'from'],
  ['from=2026-11-01&to=2026-11-20', ['to'], null],
  ['from=2026-11-20', ['from'], null],
])('in %s with %j changed the one that gives way is %s', (query, changed, gives) => {
  expect(overtakenDay(new URLSearchParams(query), changed)).toBe(gives);
});
