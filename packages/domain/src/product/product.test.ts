import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beijingMs } from '../date/index.ts';
import {
  checkEdition,
  consortiumPartsFen,
  coverageDays,
  coverageEnded,
  coverageStarted,
  coverageText,
  type Edition,
  editionInForce,
  isOnSale,
  isUsableTheme,
  msUntilNextChange,
  notYetOnSale,
  planOf,
  premiumYuanFields,
  type SaleDates,
  saleWindowAt,
  whiteContrastOn,
} from './index.ts';

/** The dates of the js26 edition. */
const js26: SaleDates = {
  insureStart: '2023-08-01',
  insureEnd: '2025-12-31 23:59:59',
  underwriteEnd: '2025-12-31 23:59:59',
  underwriteComplete: false,
};
const withUnderwriting: SaleDates = { ...js26, underwriteEnd: '2026-01-10 18:00:00' };

describe('editionInForce', () => {
  const edition = (code: string, insureStart: string, isDefault = false) => ({
    ...{ code, isDefault },
    document: { ...js26, insureStart },
  });
  const old = edition('old', '2024-09-01');
  const now = edition('now', '2025-09-01');
  const next = edition('next', '2026-12-01 09:00:00');
  const nowMs = beijingMs('2026-11-20');

  test.each([
    ['the one that residents are shown first', [next, { ...old, isDefault: true }, now], 'old'],
    [
      'the one whose sale began last, while the first one is not sold yet',
      [{ ...next, isDefault: true }, old, now],
      'now',
    ],
    ['the one whose sale began last, where none is shown first', [old, next, now], 'now'],
    ['one that is not sold yet, where no other is', [next], 'next'],
  ])('%s', (_, editions, code) => {
    expect(editionInForce(editions, nowMs)?.code).toBe(code);
  });

  test('the next one from the moment its sale begins, and nothing of nothing', () => {
    const all = [{ ...next, isDefault: true }, now];
    expect(editionInForce(all, beijingMs('2026-12-01 08:59:59'))?.code).toBe('now');
    expect(editionInForce(all, beijingMs('2026-12-01 09:00:00'))?.code).toBe('next');
    expect(editionInForce([], nowMs)).toBeNull();
  });
});

describe('saleWindowAt', () => {
  test.each([
    ['2023-07-31 23:59:59', js26, 'insureing'],
    ['2025-12-31 23:59:58', js26, 'insureing'],
    ['2025-12-31 23:59:59', js26, 'underwriteEnd'],
    ['2026-11-20 00:00:00', js26, 'underwriteEnd'],
    ['2025-12-31 23:59:59', withUnderwriting, 'insureing'],
    ['2025-12-31 23:59:59.001', withUnderwriting, 'underwriting'],
    ['2026-01-10 17:59:59.999', withUnderwriting, 'underwriting'],
    ['2026-01-10 18:00:00', withUnderwriting, 'underwriteEnd'],
    ['2025-11-20 10:00:00', { ...withUnderwriting, underwriteComplete: true }, 'underwriteEnd'],
    ['2026-01-05 10:00:00', { ...withUnderwriting, underwriteComplete: true }, 'underwriteEnd'],
  ])('at %s', (now, product, expected) => {
    expect(saleWindowAt(product, beijingMs(now))).toBe(expected);
  });

  test('the sale begins at midnight in Beijing', () => {
    expect(notYetOnSale(js26, beijingMs('2023-07-31 23:59:59.999'))).toBe(true);
    expect(isOnSale(js26, beijingMs('2023-07-31 23:59:59.999'))).toBe(false);
    expect(notYetOnSale(js26, Date.UTC(2023, 6, 31, 16))).toBe(false);
    expect(isOnSale(js26, Date.UTC(2023, 6, 31, 16))).toBe(true);
    expect(isOnSale(withUnderwriting, beijingMs('2026-01-05'))).toBe(false);
  });

  test('a date that is none is a bug of the caller', () => {
    expect(() => saleWindowAt({ ...js26, underwriteEnd: 'soon' }, 0)).toThrow(RangeError);
  });
});

describe('for any dates', () => {
  const moment = fc.integer({ min: 0, max: 400 }).map((hours) => Date.UTC(2026, 0, 1) + hours * 3_600_000);
  const text = moment.map((ms) => new Date(ms).toISOString());
  const sale = fc.record({ insureStart: text, insureEnd: text, underwriteEnd: text, underwriteComplete: fc.boolean() });
  const order = ['insureing', 'underwriting', 'underwriteEnd'];

  test('there is always one window, and time only moves it forward', () => {
    fc.assert(
      fc.property(sale, moment, moment, (product, one, other) => {
        const earlier = order.indexOf(saleWindowAt(product, Math.min(one, other)));
        const later = order.indexOf(saleWindowAt(product, Math.max(one, other)));
        expect(earlier).toBeGreaterThanOrEqual(0);
        expect(later).toBeGreaterThanOrEqual(earlier);
      }),
    );
  });

  test('until the next change nothing changes, and then something does', () => {
    fc.assert(
      fc.property(sale, moment, fc.integer({ min: 0, max: 3_600_000 }), (product, hour, rest) => {
        const now = hour + rest;
        const state = (ms: number) => [notYetOnSale(product, ms), saleWindowAt(product, ms)];
        const wait = msUntilNextChange(product, now);
        if (wait === null) {
          expect(state(now + 10 * 365 * 86_400_000)).toEqual(state(now));
        } else {
          expect(wait).toBeGreaterThan(0);
          expect(state(now + wait - 1)).toEqual(state(now));
          expect(state(now + wait)).not.toEqual(state(now));
        }
      }),
      { numRuns: 1000 },
    );
  });
});

test('the last second of a sale is announced to the millisecond', () => {
  expect(msUntilNextChange(js26, beijingMs('2025-12-31 23:59:58'))).toBe(1000);
  expect(msUntilNextChange(withUnderwriting, beijingMs('2025-12-31 23:59:59'))).toBe(1);
  expect(msUntilNextChange(js26, beijingMs('2026-01-01'))).toBeNull();
});

test('coverage', () => {
  const year = { validDate: '2026-01-01', invalidDate: '2026-12-31' };
  expect(coverageText(year)).toBe('2026.01.01 - 2026.12.31');
  expect(coverageText({ validDate: '2023-09-07', invalidDate: '2024-09-06' })).toBe('2023.09.07 - 2024.09.06');
  expect(coverageDays(year)).toBe(365);
  expect(coverageDays({ validDate: '2023-09-07', invalidDate: '2024-09-06' })).toBe(366);
  expect(coverageStarted(year, beijingMs('2025-12-31 23:59:59'))).toBe(false);
  expect(coverageStarted(year, beijingMs('2026-01-01'))).toBe(true);
  expect(coverageEnded(year, beijingMs('2026-12-31 23:59:59.999'))).toBe(false);
  expect(coverageEnded(year, beijingMs('2027-01-01'))).toBe(true);
});

describe('plans', () => {
  const basic = { code: 'basic', name: '基础款', premiumFen: 15800 };
  const upgraded = { code: 'upgraded', name: '升级款', premiumFen: 25800 };

  test('a single plan needs no code, two do', () => {
    expect(planOf({ plans: [basic] })).toBe(basic);
    expect(planOf({ plans: [basic, upgraded] })).toBeNull();
    expect(planOf({ plans: [basic, upgraded] }, 'upgraded')).toBe(upgraded);
    expect(planOf({ plans: [basic] }, 'upgraded')).toBeNull();
  });

  test('the two premium fields in yuan', () => {
    expect(premiumYuanFields({ plans: [basic] })).toEqual({ premium1: 158, premium2: 158 });
    expect(premiumYuanFields({ plans: [basic, upgraded] })).toEqual({ premium1: 158, premium2: 258 });
    expect(() => premiumYuanFields({ plans: [] })).toThrow(RangeError);
  });
});

describe('consortium', () => {
  const shares = (...percents: number[]) => percents.map((sharePercent) => ({ sharePercent }));

  test('splits a premium as the policy prints it', () => {
    expect(consortiumPartsFen(15800, shares(40, 30, 18, 12))).toEqual([6320, 4740, 2844, 1896]);
    expect(consortiumPartsFen(100, shares(33, 33, 34))).toEqual([33, 33, 34]);
    expect(consortiumPartsFen(1, shares(50, 50))).toEqual([1, 0]);
    expect(consortiumPartsFen(5, shares(30, 70))).toEqual([2, 3]);
  });

  test('the parts add up, each within one fen of its share', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.array(fc.nat(20), { minLength: 1, maxLength: 5 }), (amountFen, some) => {
        const members = shares(...some, 100 - some.reduce((sum, share) => sum + share, 0));
        const parts = consortiumPartsFen(amountFen, members);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amountFen);
        parts.forEach((part, index) => {
          const exact = (amountFen * (members[index]?.sharePercent ?? 0)) / 100;
          expect(Math.abs(part - exact)).toBeLessThan(1);
        });
      }),
    );
  });

  test('refuses shares that do not add up', () => {
    expect(() => consortiumPartsFen(100, shares(40, 40))).toThrow(RangeError);
    expect(() => consortiumPartsFen(1.5, shares(100))).toThrow(RangeError);
  });
});

test('a theme is taken only where white can be read on it', () => {
  expect(whiteContrastOn('#A8202D')).toBeCloseTo(7.2, 1);
  expect(whiteContrastOn('#ffffff')).toBe(1);
  expect(whiteContrastOn('red')).toBeNull();
  expect(isUsableTheme({ primaryColor: '#A8202D' })).toBe(true);
  expect(isUsableTheme({ primaryColor: '#C4574F' })).toBe(false);
  expect(isUsableTheme({ primaryColor: 'url(x)' })).toBe(false);
});

describe('checkEdition', () => {
  const sound: Edition = {
    ...js26,
    editionCode: 'js26',
    editionYear: 2026,
    proName: '示例产品',
    name: '示例',
    plans: [{ code: 'basic', name: '基础款', premiumFen: 15800 }],
    validDate: '2026-01-01',
    invalidDate: '2026-12-31',
    maxInsuredPerOrder: 10,
    tel: '400-065-1066',
    serviceUrl: '',
    technologyCompany: [],
    brokerCompany: [],
    insuranceCompany: [
      { name: '甲信财产保险', lead: true, sharePercent: 60 },
      { name: '乙信财产保险', lead: false, sharePercent: 40 },
    ],
    subCompany: [],
    applyRefund: false,
    refundReason: false,
    updatePolicyholder: false,
    updateInsured: false,
    appId: '',
    testAppId: '',
    shareTitle: '',
    shareDesc: '',
    shareImgUrl: '',
    theme: {
      primaryColor: '#A8202D',
      primaryBgColor: '#FFFFFF',
      subBgColor: '#FFFFFF',
      textColor: '#000000',
      insuredBgColor: '#FFFFFF',
      linearBgColor: '#FFFFFF',
    },
    payList: [{ label: '微信支付', value: 'wxpay', icon: '' }],
    aliPayList: [],
    recordFilingCode: 'TEST-2026-000001',
    recordFilingName: '示例',
    recordFilingOrganisation: '甲信财产保险',
    benefits: [],
  };
  const pathsOf = (change: Partial<Edition>) => checkEdition({ ...sound, ...change }).map((problem) => problem.path);

  test('a sound edition passes, with shares or with one insurer that carries everything', () => {
    expect(checkEdition(sound)).toEqual([]);
    expect(checkEdition({ ...sound, insuranceCompany: [{ name: '甲信财产保险' }] })).toEqual([]);
    const edges = { underwriteEnd: sound.insureEnd, invalidDate: sound.validDate, announcedOn: sound.insureStart };
    expect(checkEdition({ ...sound, ...edges, maxInsuredPerOrder: 1 })).toEqual([]);
  });

  test.each<[string, Partial<Edition>]>([
    ['editionCode', { editionCode: 'JS 26' }],
    ['recordFilingCode', { recordFilingCode: ' ' }],
    ['insureEnd', { insureEnd: '2023-08-01' }],
    ['insureStart', { insureStart: '2023-02-30' }],
    ['insureEnd', { insureEnd: 'soon' }],
    ['insureEnd', { insureEnd: js26.insureStart }],
    ['underwriteEnd', { underwriteEnd: 'soon' }],
    ['underwriteEnd', { underwriteEnd: '2025-12-31 23:59:58' }],
    ['validDate', { validDate: 'soon' }],
    ['invalidDate', { invalidDate: 'soon' }],
    ['invalidDate', { invalidDate: '2025-12-31' }],
    ['announcedOn', { announcedOn: 'soon' }],
    ['announcedOn', { announcedOn: '2026-01-01' }],
    ['flows.early.from', { flows: { early: { from: 'soon' } } }],
    ['plans', { plans: [] }],
    ['plans.0.premiumFen', { plans: [{ code: 'a', name: 'a', premiumFen: 0 }] }],
    ['plans.0.premiumFen', { plans: [{ code: 'a', name: 'a', premiumFen: 158.5 }] }],
    ['plans.1.code', { plans: [sound.plans[0], sound.plans[0]] as Edition['plans'] }],
    ['payList', { payList: [] }],
    ['payList', { payList: [{ label: '现金', value: 'cash', icon: '' }] }],
    ['maxInsuredPerOrder', { maxInsuredPerOrder: 0 }],
    ['maxInsuredPerOrder', { maxInsuredPerOrder: 1.5 }],
    ['insuranceCompany', { insuranceCompany: [] }],
    ['insuranceCompany', { insuranceCompany: sound.insuranceCompany.slice(0, 1) }],
    ['insuranceCompany', { insuranceCompany: sound.insuranceCompany.map((company) => ({ ...company, lead: true })) }],
  ])('%s is reported', (path, change) => {
    expect(pathsOf(change)).toEqual([path]);
  });
});
