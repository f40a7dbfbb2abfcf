import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, beijingDate, beijingDateTime, beijingMs, nextInHours } from '../date/index.ts';
import { editionChanges } from '../product/index.ts';
import { statusTableProblems } from '../status/index.ts';
import { nextMessageMs } from '../text-message/index.ts';
import {
  answerByMs,
  BOOKING_HOURS,
  bookingDay,
  CHARGE_AFTER_DAYS,
  chargeDay,
  chargeDayAfterBooking,
  chargeRefusalText,
  confirmReasons,
  DEDUCTION_HOURS,
  differsByMoreThanHalf,
  dueDay,
  lastChargeDay,
  messagesBefore,
  nextRunStatus,
  OPEN_RUN,
  RUN_STATUS_TABLE,
} from './index.ts';

const day = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2026-01-01', days));
const moment = fc.integer({ min: beijingMs('2026-01-01'), max: beijingMs('2034-01-01') });

describe('the day on which money is taken', () => {
  test.each([
    ['a year after the payment', '2027-01-01', '2027-11-20', '2027-12-31', '2027-11-20'],
    ['with thirty days’ notice', '2027-11-01', '2027-11-20', '2027-12-31', '2027-12-01'],
    ['early enough to try again', '2027-01-01', '2027-12-30', '2027-12-31', '2027-12-25'],
    ['with a week’s notice at the end of a sale', '2027-12-10', '2027-11-20', '2027-12-31', '2027-12-17'],
    ['never without a week’s notice', '2027-12-19', '2027-11-20', '2027-12-31', null],
  ])('%s', (_, todayBeijing, anniversary, endsOn, due) => {
    expect(dueDay({ todayBeijing, anniversary, endsOn })).toBe(due);
  });

  test('leaves a week before it and every repeat inside the sale', () => {
    fc.assert(
      fc.property(day, day, fc.integer({ min: 0, max: 400 }), (todayBeijing, anniversary, days) => {
        const endsOn = addDays(todayBeijing, days);
        const due = dueDay({ todayBeijing, anniversary, endsOn });
        if (due === null) {
          expect(days).toBeLessThan(13);
          return;
        }
        expect(due >= addDays(todayBeijing, 7)).toBe(true);
        expect(lastChargeDay(due) <= endsOn).toBe(true);
        if (days >= 36) expect(due >= addDays(todayBeijing, 30)).toBe(true);
      }),
    );
  });
});

test('money is asked for four times in seven days, announced before each', () => {
  expect(CHARGE_AFTER_DAYS.map((_, tries) => chargeDay('2027-11-20', tries))).toEqual([
    ...['2027-11-20', '2027-11-21', '2027-11-23', '2027-11-26'],
  ]);
  expect(chargeDay('2027-11-20', 4)).toBeNull();
  expect(bookingDay('2027-11-20', 0)).toBe('2027-11-18');
  expect(bookingDay('2027-11-21', 1)).toBe('2027-11-20');
  expect(beijingDateTime(answerByMs('2027-11-20'))).toBe('2027-11-18 00:00:00');
});

test('a charge announced early is made on its day, one announced late later, never on the same day', () => {
  expect(chargeDayAfterBooking('2027-11-20', 0, beijingMs('2027-11-10 08:00'))).toBe('2027-11-20');
  expect(chargeDayAfterBooking('2027-11-20', 1, beijingMs('2027-11-18 08:00'))).toBe('2027-11-20');
  expect(chargeDayAfterBooking('2027-11-20', 1, beijingMs('2027-11-20 08:00'))).toBe('2027-11-21');
  expect(chargeDayAfterBooking('2027-11-20', 0, beijingMs('2027-11-18 08:00'))).toBe('2027-11-20');
  expect(chargeDayAfterBooking('2027-11-20', 0, beijingMs('2027-11-20 19:00'))).toBe('2027-11-22');
  fc.assert(
    fc.property(day, moment, fc.integer({ min: 0, max: 3 }), (charge, atMs, tries) => {
      expect(chargeDayAfterBooking(charge, tries, atMs) > beijingDate(atMs)).toBe(true);
    }),
  );
});

test.each([
  ['announcing', BOOKING_HOURS, '08:00', '19:30'],
  ['taking money', DEDUCTION_HOURS, '08:00', '20:00'],
])('%s keeps to its hours, Beijing time', (_, hours, from, to) => {
  const next = (text: string) => beijingDateTime(nextInHours(hours, '2027-11-18', beijingMs(text)));
  expect(next('2027-11-01 12:00')).toBe(`2027-11-18 ${from}:00`);
  expect(next('2027-11-18 07:59:59')).toBe(`2027-11-18 ${from}:00`);
  expect(next('2027-11-18 10:00')).toBe('2027-11-18 10:00:00');
  expect(next(`2027-11-18 ${to}`)).toBe(`2027-11-19 ${from}:00`);
  fc.assert(
    fc.property(day, moment, (given, atMs) => {
      const nextMs = nextInHours(hours, given, atMs);
      const sinceMidnight = nextMs - beijingMs(beijingDate(nextMs));
      expect(sinceMidnight).toBeGreaterThanOrEqual(hours.fromMs);
      expect(sinceMidnight).toBeLessThan(hours.toMs);
      expect(nextMs).toBeGreaterThanOrEqual(atMs);
      expect(beijingDate(nextMs) >= given).toBe(true);
      // Once it may be done, it may be done at once.
      expect(nextInHours(hours, given, nextMs)).toBe(nextMs);
    }),
  );
});

describe('messages before a charge', () => {
  const planned = (due: string, now: string) =>
    messagesBefore(due, beijingMs(now)).map(
      ({ daysBefore, atMs }) => `${daysBefore} ${beijingDateTime(atMs).slice(0, 16)}`,
    );

  test('thirty days, seven days, a day', () => {
    expect(planned('2027-11-20', '2027-01-05 03:00')).toEqual([
      ...['30 2027-10-21 10:00', '7 2027-11-13 10:00', '1 2027-11-19 10:00'],
    ]);
  });
  test('a sale that ends soon: the first at once, in the morning', () => {
    expect(planned('2027-12-17', '2027-12-10 23:00')).toEqual([...['7 2027-12-11 08:00', '1 2027-12-16 10:00']]);
  });
  test('none at night, at least two, each before the next', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 7, max: 400 }), (nowMs, days) => {
        const messages = messagesBefore(addDays(beijingDate(nowMs), days), nowMs);
        expect(messages.length).toBeGreaterThanOrEqual(2);
        for (const [at, { atMs, notAfterMs }] of messages.entries()) {
          expect(nextMessageMs(atMs)).toBe(atMs);
          expect(atMs).toBeGreaterThanOrEqual(nowMs);
          expect(notAfterMs).toBeGreaterThan(atMs);
          expect(messages[at + 1]?.atMs ?? Number.POSITIVE_INFINITY).toBeGreaterThan(atMs);
        }
      }),
    );
  });
});

describe('what was agreed to', () => {
  const same = { formerUnitFen: 15_800, unitFen: 15_800, totalFen: 31_600, limitFen: 31_600 };
  const nothing = { coverChanged: false, documentsChanged: false, upgraded: false, laterYear: false, paused: false };
  test('covers a year that changes nothing, and nothing else', () => {
    expect(confirmReasons({ ...same, ...nothing })).toEqual([]);
    expect(confirmReasons({ ...same, ...nothing, unitFen: 15_000, totalFen: 30_000 })).toEqual(['price']);
    expect(confirmReasons({ ...same, ...nothing, totalFen: 31_601 })).toEqual(['limit']);
    const all = { coverChanged: true, documentsChanged: true, upgraded: true, laterYear: true, paused: true };
    expect(confirmReasons({ ...same, ...all })).toEqual(['cover', 'documents', 'upgraded', 'later-year', 'paused']);
  });
  test.each([
    [15_800, 25_800, true],
    [15_800, 23_700, false],
    [15_800, 23_701, true],
    [15_800, 7_900, false],
    [15_800, 7_899, true],
  ])('from %i to %i fen differs by more than half: %s', (former, fen, differs) => {
    expect(differsByMoreThanHalf(former, fen)).toBe(differs);
  });
});

describe('the life of a year', () => {
  test('is sound', () => expect(statusTableProblems(RUN_STATUS_TABLE)).toEqual([]));
  test('a charge begins only after it was announced, and then only its result ends it', () => {
    expect(RUN_STATUS_TABLE.rows.filter(([, to]) => to === 'CHARGING')).toEqual([
      ['BOOKED', 'CHARGING', 'ChargeBegun'],
    ]);
    expect(nextRunStatus('CHARGING', 'SkippedByUser')).toBeNull();
    expect(nextRunStatus('ASKING', 'Announced')).toBeNull();
  });
  test.each(OPEN_RUN.filter((status) => status !== 'CHARGING'))('%s can be skipped by the payer', (status) => {
    expect(nextRunStatus(status, 'SkippedByUser')).toBe('SKIPPED');
  });
  test('a refusal is told in words', () => {
    expect(chargeRefusalText('NOTENOUGH')).toBe('余额不够');
    expect(chargeRefusalText('SOMETHING')).toBe('微信支付没有扣成');
  });
});

describe('what differs between two editions', () => {
  const benefit = {
    name: '住院',
    scope: '目录内',
    icon: 'hospital',
    deductibleFen: 1_200_000,
    ratioPercent: 80,
    limitFen: 100_000_000,
  } as const;
  const before = {
    ...{ plans: [{ code: 'basic', name: '基础版', premiumFen: 15_800 }], benefits: [benefit], preExistingNote: '一半' },
    ...{ insuranceCompany: [{ name: '甲信' }], validDate: '2027-01-01', invalidDate: '2027-12-31' },
  };
  test('nothing but itself', () => expect(editionChanges(before, before)).toEqual([]));
  test('is told line by line, with both years', () => {
    const after = {
      plans: [
        { code: 'basic', name: '基础版', premiumFen: 17_800 },
        { code: 'plus', name: '升级版', premiumFen: 25_800 },
      ],
      benefits: [
        { ...benefit, deductibleFen: 1_250_000, ratioPercent: 75 },
        { ...benefit, name: '特药' },
      ],
      ...{
        preExistingNote: '一半',
        insuranceCompany: [{ name: '乙信' }],
        validDate: '2028-01-01',
        invalidDate: '2028-12-31',
      },
    };
    expect(
      editionChanges(before, after).map(({ kind, title, before, after }) => `${kind} ${title} ${before} ${after}`),
    ).toEqual([
      'price 基础版价格 每人 158.00 元 每人 178.00 元',
      'price 升级版价格 没有 每人 258.00 元',
      'cover 住院，自己先付 1.2 万元 1.25 万元',
      'cover 住院，赔付比例 80% 75%',
      'cover 特药 没有 目录内',
      'cover 承保公司 甲信 乙信',
      'period 保障期 2027.01.01 - 2027.12.31 2028.01.01 - 2028.12.31',
    ]);
  });
});
