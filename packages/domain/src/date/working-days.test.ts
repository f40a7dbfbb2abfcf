import { describe, expect, test } from 'vitest';
import { addDays, beijingDate, beijingMs, deadlineAfter, formatDeadline, isWorkingDay } from './index.ts';
import { PUBLIC_HOLIDAYS } from './public-holidays.ts';

describe('working days', () => {
  test.each([
    ['2026-01-01', false, 'New Year'],
    ['2026-01-02', false, 'a Friday in the New Year holiday'],
    ['2026-01-04', true, 'a Sunday worked for it'],
    ['2026-02-13', true, 'the last Friday before the Spring Festival'],
    ['2026-02-14', true, 'a Saturday worked for it'],
    ['2026-02-15', false, 'its first day'],
    ['2026-02-23', false, 'its last day, a Monday'],
    ['2026-02-24', true, 'the day after'],
    ['2026-02-28', true, 'the second Saturday worked for it'],
    ['2026-03-01', false, 'an ordinary Sunday'],
    ['2026-10-08', true, 'the day after the National Day holiday'],
    ['2026-10-10', true, 'a Saturday worked for it'],
    ['2026-10-11', false, 'the Sunday after it'],
    ['2027-01-01', true, 'a Friday of a year without an arrangement'],
    ['2027-01-02', false, 'a Saturday of such a year'],
  ])('%s: %s (%s)', (day, works) => {
    expect(isWorkingDay(day)).toBe(works);
  });

  test.each(Object.keys(PUBLIC_HOLIDAYS))('the arrangement of %s is sound', (year) => {
    const { off, workedWeekends } = PUBLIC_HOLIDAYS[year] as (typeof PUBLIC_HOLIDAYS)[string];
    const weekday = (day: string) => new Date(beijingMs(`${day} 12:00`)).getUTCDay();
    for (const [first, last] of off) expect(first <= last).toBe(true);
    for (const [index, [first]] of off.slice(1).entries()) expect((off[index]?.[1] as string) < first).toBe(true);
    for (const date of workedWeekends) {
      expect([0, 6]).toContain(weekday(`${year}-${date}`));
      expect(off.some(([first, last]) => first <= date && date <= last)).toBe(false);
    }
    // Days given on weekdays beyond the statutory thirteen are worked off on weekends: nothing is won or lost.
    let worked = 0;
    for (let day = `${year}-01-01`; day.startsWith(year); day = addDays(day, 1)) if (isWorkingDay(day)) worked += 1;
    let weekdays = 0;
    for (let day = `${year}-01-01`; day.startsWith(year); day = addDays(day, 1))
      if (weekday(day) !== 0 && weekday(day) !== 6) weekdays += 1;
    expect(weekdays - worked).toBeLessThanOrEqual(13);
    expect(weekdays - worked).toBeGreaterThanOrEqual(10);
  });
});

describe('deadlines', () => {
  test.each([
    ['an ordinary week', '2026-11-16 09:10', 3, '2026.11.19 18:00'],
    ['over a weekend', '2026-11-20 10:36', 1, '2026.11.23 18:00'],
    ['applied for on a Saturday', '2026-11-21 23:59', 1, '2026.11.23 18:00'],
    ['the first minute of a Sunday in Beijing', '2026-11-22 00:00', 1, '2026.11.23 18:00'],
    ['over the Spring Festival: a Saturday counts, nine days do not', '2026-02-13 12:00', 2, '2026.02.24 18:00'],
    ['over the National Day holiday', '2026-09-30 20:00', 3, '2026.10.10 18:00'],
    ['into the last working day of a year that is known', '2026-12-24 10:00', 5, '2026.12.31 18:00'],
    ['into a year whose holidays nobody knows yet', '2026-12-28 10:00', 5, '2027.01.04 18:00（节假日顺延）'],
    ['a whole span in such a year', '2027-02-01 10:00', 1, '2027.02.02 18:00（节假日顺延）'],
  ])('%s', (_what, from, workingDays, text) => {
    expect(formatDeadline(deadlineAfter(beijingMs(from), workingDays))).toBe(text);
  });

  test('no working days are the same day', () => {
    expect(beijingDate(deadlineAfter(beijingMs('2026-11-22 03:00'), 0).byMs)).toBe('2026-11-22');
  });
});
