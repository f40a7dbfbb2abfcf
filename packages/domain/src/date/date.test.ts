import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { readVectors } from '../../../../tests/vectors/read-vectors.ts';
import {
  addDays,
  addYears,
  beijingDate,
  beijingDateTime,
  beijingMs,
  daysInMonth,
  endOfDayMs,
  formatDateTime,
  formatDotDate,
  formatDotRange,
  parseDate,
  spokenDay,
} from './index.ts';

const zoneBefore = process.env.TZ;
afterEach(() => {
  if (zoneBefore === undefined) delete process.env.TZ;
  else process.env.TZ = zoneBefore;
});

describe.each(['UTC', 'Asia/Shanghai', 'America/Los_Angeles', 'Pacific/Kiritimati'])('on a machine in %s', (zone) => {
  test.each(readVectors('dates.txt'))('$at', ({ columns: [text = '', expected] }) => {
    process.env.TZ = zone;
    const ms = parseDate(text);
    expect(ms === null ? 'none' : new Date(ms).toISOString()).toBe(expected);
  });

  test('a moment shows the Beijing day', () => {
    process.env.TZ = zone;
    expect(beijingDate(Date.UTC(2025, 11, 31, 15, 59, 59))).toBe('2025-12-31');
    expect(beijingDate(Date.UTC(2025, 11, 31, 16, 0, 0))).toBe('2026-01-01');
    expect(formatDateTime(Date.UTC(2025, 10, 20, 2, 32, 44))).toBe('2025.11.20 10:32');
  });
});

test('a Date is taken as the moment it is, from 1900 on', () => {
  expect(parseDate(new Date(1234))).toBe(1234);
  expect(parseDate(new Date(Number.NaN))).toBeNull();
  expect(parseDate(new Date('1899-12-31T15:59:59.999Z'))).toBeNull();
  expect(parseDate('9998-12-31 23:59:59')).not.toBeNull();
  expect(parseDate('9999-01-01')).toBeNull();
});

test('shown texts', () => {
  expect(formatDotDate('2026-01-01')).toBe('2026.01.01');
  expect(formatDotDate('2026/1/1')).toBe('2026.01.01');
  expect(formatDotRange('2026-01-01', '2026-12-31')).toBe('2026.01.01 - 2026.12.31');
  expect([spokenDay('2026-01-05'), spokenDay('2026-12-31 23:59:59')]).toEqual(['1月5日', '12月31日']);
  expect(formatDateTime('2025-12-31 23:59:59')).toBe('2025.12.31 23:59');
  expect(() => formatDotDate('soon')).toThrow(RangeError);
});

test('beijingMs refuses what is no date', () => {
  expect(beijingMs('2025-12-31 23:59:59')).toBe(Date.UTC(2025, 11, 31, 15, 59, 59));
  expect(() => beijingMs('2026-02-31')).toThrow(RangeError);
  expect(() => beijingDateTime(Number.NaN)).toThrow(RangeError);
});

test('adding days and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
  expect(addYears('2026-11-20', 1)).toBe('2027-11-20');
  expect(addYears('2024-02-29', 1)).toBe('2025-02-28');
  expect(addYears('2024-02-29', 4)).toBe('2028-02-29');
  expect(endOfDayMs('2026-12-31')).toBe(beijingMs('2027-01-01'));
  expect(daysInMonth(1900, 2)).toBe(28);
  expect(daysInMonth(2000, 2)).toBe(29);
});

test('every moment from 1900 on survives the way to text and back', () => {
  const from = beijingMs('1900-01-01');
  fc.assert(
    fc.property(fc.integer({ min: from / 1000, max: Date.UTC(2199, 0, 1) / 1000 }), (seconds) => {
      expect(beijingMs(beijingDateTime(seconds * 1000))).toBe(seconds * 1000);
      expect(parseDate(beijingDateTime(seconds * 1000))).toBe(seconds * 1000);
    }),
  );
});
