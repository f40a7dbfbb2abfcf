import { expect, test } from 'vitest';
import { monthDays, typedDay, typedDayText } from './typed-day.ts';

test.each([
  ['1962-05-08', '1962-05-08'],
  ['1962/5/8', '1962-05-08'],
  ['1962.5.8', '1962-05-08'],
  ['１９６２年5月8日', '1962-05-08'],
  ['19620508', '1962-05-08'],
  [' 1900-01-01 ', '1900-01-01'],
  ['1899-12-31', null],
  ['1990-02-29', null],
  ['1962-05', null],
  ['1962058', null],
  ['1962-05-08 10:00', null],
  ['', null],
])('%s is the day %s', (text, day) => {
  expect(typedDay(text)).toBe(day);
});

test('letters do not stay, marks between figures do', () => {
  expect(typedDayText('１９62年a5月8日x')).toBe('1962年5月8日');
  expect(typedDayText('1962/05/08 10:00')).toBe('1962/05/081');
});

test('a month in weeks from Monday on', () => {
  expect(monthDays(2026, 11).slice(0, 8)).toEqual([null, null, null, null, null, null, 1, 2]);
  expect(monthDays(2024, 2).filter((day) => day !== null)).toHaveLength(29);
  expect(monthDays(2027, 2)[0]).toBe(1);
});
