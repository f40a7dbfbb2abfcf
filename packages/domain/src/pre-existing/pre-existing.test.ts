import { expect, test } from 'vitest';
import { beijingMs } from '../date/index.ts';
import { statusTableProblems } from '../status/index.ts';
import {
  APPEAL_STATUS_TABLE,
  ASKING_LIFE_MS,
  classText,
  continuity,
  healthConsentText,
  mayAskAbout,
  mayAskForOneself,
  PRE_EXISTING_STATUS_TABLE,
  pauseAfter,
  STANDING_RULES,
} from './index.ts';

const NOW = beijingMs('2026-11-20 09:00:00');

test('the status tables hold together', () => {
  expect(statusTableProblems(PRE_EXISTING_STATUS_TABLE)).toEqual([]);
  expect(statusTableProblems(APPEAL_STATUS_TABLE)).toEqual([]);
});

test.each([
  ['03', '01', '2018-05-01', 'guardian'],
  ['03', '01', '2008-11-21', 'guardian'],
  // The 18th birthday itself.
  ['03', '01', '2008-11-20', 'adult'],
  ['03', '04', '2026-01-01', 'paper'],
  ['01', '01', '1988-03-16', 'adult'],
  ['02', '01', '1950-01-01', 'adult'],
  ['05', '01', '2018-05-01', 'not-a-child'],
])('relationship %s, paper %s, born %s: %s', (relationship, idType, birthDate, expected) => {
  expect(mayAskAbout({ relationship, idType, birthDate }, NOW)).toBe(expected);
});

test('from the 14th birthday on one may agree oneself', () => {
  expect(mayAskForOneself('2012-11-20', NOW)).toBe(true);
  expect(mayAskForOneself('2012-11-21', NOW)).toBe(false);
});

test('a face holds for a short while here, the carrier’s word for whoever logs in by the phone', () => {
  expect(STANDING_RULES.face).toEqual({ lifeMs: 30 * 60_000, thisSession: true });
  expect(STANDING_RULES.carrier.thisSession).toBe(false);
});

test('asking again: soon at first, then rarely, within a day', () => {
  const pauses = Array.from({ length: 60 }, (_, index) => pauseAfter(index + 1));
  expect(pauses.every((pause, index) => index === 0 || pause >= (pauses[index - 1] ?? 0))).toBe(true);
  expect(pauses[0]).toBeLessThanOrEqual(30_000);
  const within = pauses.filter((_, index) => pauses.slice(0, index + 1).reduce((a, b) => a + b, 0) < ASKING_LIFE_MS);
  expect(within.length).toBeLessThan(60);
});

const year = (year: number) => ({ validDate: `${year}-01-01`, invalidDate: `${year}-12-31` });
test.each([
  ['nothing', [], [], 0],
  ['one year', [year(2026)], [false], 1],
  ['three in a row, in any order', [year(2027), year(2025), year(2026)], [true, false, true], 3],
  ['a gap begins anew', [year(2023), year(2025), year(2026)], [false, false, true], 2],
  ['twice in one year is one year', [year(2026), year(2026), year(2025)], [true, true, false], 2],
  [
    'joined in the middle of a year',
    [{ validDate: '2026-06-01', invalidDate: '2026-12-31' }, year(2027)],
    [false, true],
    2,
  ],
])('continuity: %s', (_name, periods, continues, inARow) => {
  expect(continuity(periods)).toEqual({ continues, inARow });
});

test('a class is a number, and the words of consent say what a guardian takes on', () => {
  expect(classText('C2')).toBe('第 2 类');
  expect(healthConsentText('guardian').startsWith(healthConsentText('self'))).toBe(true);
  expect(healthConsentText('guardian')).toContain('监护人');
});
