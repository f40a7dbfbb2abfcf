import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readVectors } from '../../../../tests/vectors/read-vectors.ts';
import {
  birthDateFromIdNumber,
  canonicalIdNumber,
  checkIdNumber,
  formatIdNumberGroups,
  idNumberCheckCharacter,
  idNumberFeedback,
  sexFromIdNumber,
} from './index.ts';

const todayBeijing = '2026-11-20';

/** Any valid 18-character number of the unassigned region 320199. */
const validNumber = fc
  .record({
    dayMs: fc.integer({ min: Date.UTC(1850, 0, 1), max: Date.UTC(2026, 10, 20) }),
    sequence: fc.integer({ min: 0, max: 999 }),
  })
  .map(({ dayMs, sequence }) => {
    const day = new Date(dayMs).toISOString().slice(0, 10).replace(/-/g, '');
    const first17 = `320199${day}${String(sequence).padStart(3, '0')}`;
    return first17 + idNumberCheckCharacter(first17);
  });

describe('checkIdNumber', () => {
  test.each(readVectors('id-number-valid.txt'))(
    '$at is valid ($comment)',
    ({ columns: [number = '', sex, birthDate] }) => {
      expect(checkIdNumber(number, { todayBeijing })).toMatchObject({ ok: true, sex, birthDate });
    },
  );

  test.each(readVectors('id-number-invalid.txt'))('$at is refused ($comment)', ({ columns: [number = '', reason] }) => {
    const check = checkIdNumber(number, { todayBeijing });
    expect(check).toMatchObject({ ok: false, reason });
    expect(!check.ok && check.message).toMatch(/请/);
  });

  test('says what is wrong and what to do', () => {
    const messageOf = (number: string) => {
      const check = checkIdNumber(number, { todayBeijing });
      return check.ok ? '' : check.message;
    };
    expect(messageOf('32019919501010101')).toBe('身份证号应为 18 位，现在是 17 位。请对照证件补全');
    expect(messageOf('32019919501010101100')).toBe('身份证号应为 18 位，现在是 20 位。请对照证件，去掉多出的 2 位');
    expect(messageOf('32019950101010X')).toBe('15 位的身份证号只能有数字，请对照证件修改');
    expect(messageOf('32019919501010101A')).toBe('身份证号只能有数字，最后一位可以是 X。请对照证件修改');
    expect(messageOf('320199501310101')).toBe('出生月份不对：第 9 到 10 位是 13，应为 01 到 12。请对照证件修改');
    expect(messageOf('320199195013101011')).toBe('出生月份不对：第 11 到 12 位是 13，应为 01 到 12。请对照证件修改');
    expect(messageOf('320199195002311015')).toBe('出生日期不对：1950 年 2 月没有 31 日。请对照证件修改');
    expect(messageOf('320199202611210013')).toBe('出生日期 2026 年 11 月 21 日还没到。请对照证件修改');
    expect(messageOf('320199195010101012')).toBe('身份证号有误，请对照证件再看一遍');
  });

  test('without today it does not judge the future, and gives no age', () => {
    expect(checkIdNumber('320199202611210013')).toEqual({
      ok: true,
      normalized: '320199202611210013',
      length: 18,
      sex: 'm',
      birthDate: '2026-11-21',
    });
  });

  test('gives the age when today is known', () => {
    expect(checkIdNumber('320199195010101011', { todayBeijing: '2026-10-09' })).toMatchObject({ ageYears: 75 });
    expect(checkIdNumber('320199195010101011', { todayBeijing: '2026-10-10' })).toMatchObject({ ageYears: 76 });
  });

  test('every single wrong digit is caught', () => {
    fc.assert(
      fc.property(
        validNumber,
        fc.integer({ min: 0, max: 17 }),
        fc.constantFrom(...'0123456789X'),
        (number, at, other) => {
          fc.pre(number[at] !== other);
          expect(checkIdNumber(number, { todayBeijing }).ok).toBe(true);
          expect(checkIdNumber(number.slice(0, at) + other + number.slice(at + 1), { todayBeijing }).ok).toBe(false);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('every swap of two unlike neighbours is caught', () => {
    fc.assert(
      fc.property(validNumber, fc.integer({ min: 0, max: 16 }), (number, at) => {
        fc.pre(number[at] !== number[at + 1]);
        const swapped = number.slice(0, at) + number[at + 1] + number[at] + number.slice(at + 2);
        expect(checkIdNumber(swapped, { todayBeijing }).ok).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test('any text at all gets an answer', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(typeof checkIdNumber(text, { todayBeijing }).ok).toBe('boolean');
        expect(idNumberFeedback(text)).toHaveProperty('tone');
      }),
    );
    expect(checkIdNumber('9'.repeat(1_000_000))).toMatchObject({ ok: false, reason: 'length' });
  });
});

describe('idNumberFeedback', () => {
  test('repeats what was read from a valid number', () => {
    expect(idNumberFeedback('320199195010101011')).toEqual({ tone: 'success', text: '号码有效 · 男 · 1950.10.10' });
    expect(idNumberFeedback('320199200002290020').text).toBe('号码有效 · 女 · 2000.02.29');
  });

  test('does not scold while the number is still being typed', () => {
    const whole = '320199200002290020';
    expect(idNumberFeedback('')).toEqual({ tone: 'pending', text: '' });
    for (let length = 1; length < 18; length += 1) {
      expect(idNumberFeedback(whole.slice(0, length)).tone).toBe('pending');
    }
    expect(idNumberFeedback('3201991950')).toEqual({ tone: 'pending', text: '已输入 10 位，共 18 位' });
  });

  test('shows the fault of a whole number, and of signs that never belong', () => {
    expect(idNumberFeedback('320199195010101012')).toEqual({
      tone: 'error',
      text: '身份证号有误，请对照证件再看一遍',
    });
    expect(idNumberFeedback('3201991950AB').tone).toBe('error');
  });
});

describe('formatIdNumberGroups', () => {
  test('6-8-4, and 6-6-3 for an old number', () => {
    expect(formatIdNumberGroups('320199195010101011')).toBe('320199 19501010 1011');
    expect(formatIdNumberGroups('32019920080112001x')).toBe('320199 20080112 001X');
    expect(formatIdNumberGroups('320199501010101')).toBe('320199 501010 101');
    expect(formatIdNumberGroups('')).toBe('');
    expect(formatIdNumberGroups('320199')).toBe('320199');
    expect(formatIdNumberGroups('3201991')).toBe('320199 1');
  });

  test('the groups of a number being typed do not jump at 15 digits', () => {
    expect(formatIdNumberGroups('320199195010101')).toBe('320199 19501010 1');
  });

  test('only blanks are added', () => {
    fc.assert(
      fc.property(validNumber, fc.integer({ min: 0, max: 18 }), (number, length) => {
        const typed = number.slice(0, length);
        expect(formatIdNumberGroups(typed).replace(/ /g, '')).toBe(typed);
      }),
    );
  });
});

test('sexFromIdNumber reads the 17th of 18 and the last of 15 digits, and nothing else', () => {
  expect(sexFromIdNumber('320199195010101011')).toBe('m');
  expect(sexFromIdNumber('320199200002290020')).toBe('f');
  expect(sexFromIdNumber('320199501010101')).toBe('m');
  expect(sexFromIdNumber('320199501010102')).toBe('f');
  expect(sexFromIdNumber('3201995010101')).toBeNull();
  expect(sexFromIdNumber('')).toBeNull();
});

describe('birthDateFromIdNumber', () => {
  test('writes the date with the chosen separator and midnight', () => {
    const log = () => expect.unreachable();
    expect(birthDateFromIdNumber('320199195010101011', '-', log)).toBe('1950-10-10 00:00:00');
    expect(birthDateFromIdNumber('320199195010101011', '/', log)).toBe('1950/10/10 00:00:00');
    expect(birthDateFromIdNumber('320199501010101', '.', log)).toBe('1950.10.10 00:00:00');
    expect(birthDateFromIdNumber('320199195010101011', '', log)).toBe('19501010 00:00:00');
  });

  test('logs a bad format and returns false', () => {
    const logged: string[] = [];
    expect(birthDateFromIdNumber('32019919501010', '-', (message) => logged.push(message))).toBe(false);
    expect(birthDateFromIdNumber('320199195002311015', '-', (message) => logged.push(message))).toBe(false);
    expect(logged).toEqual(['身份证号格式不正确', '身份证号格式不正确']);
  });
});

test('canonicalIdNumber writes an old number as the one that replaced it', () => {
  expect(canonicalIdNumber('320199501010101')).toBe('320199195010101011');
  expect(canonicalIdNumber('320199 20080112 001x')).toBe('32019920080112001X');
});
