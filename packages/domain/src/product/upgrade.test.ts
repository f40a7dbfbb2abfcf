import { describe, expect, test } from 'vitest';
import { beijingMs } from '../date/index.ts';
import { dearerPlan, upgradeEndMs, upgradeFen, whyNoUpgrade } from './upgrade.ts';

const basic = { code: 'basic', name: '基础款', premiumFen: 15_800 };
const upgraded = { code: 'upgraded', name: '升级款', premiumFen: 25_800 };
const edition = {
  plans: [basic, upgraded],
  insureStart: '2026-10-01',
  insureEnd: '2026-12-31 23:59:59',
  underwriteEnd: '2027-01-10 23:59:59',
  underwriteComplete: false,
  validDate: '2027-01-01',
  invalidDate: '2027-12-31',
};
const onSale = beijingMs('2026-11-11 12:00:00');

test('the dearer plan is the next one up, whatever the order they are listed in', () => {
  const plus = { code: 'plus', name: '加强款', premiumFen: 35_800 };
  expect(dearerPlan({ plans: [plus, basic, upgraded] }, 'basic')).toBe(upgraded);
  expect(dearerPlan({ plans: [plus, basic, upgraded] }, 'upgraded')).toBe(plus);
  expect(dearerPlan(edition, 'upgraded')).toBeNull();
  expect(dearerPlan(edition, 'nothing')).toBeNull();
});

test('the difference is what is paid', () => {
  expect(upgradeFen(basic, upgraded)).toBe(10_000);
  expect(() => upgradeFen(upgraded, basic)).toThrow(RangeError);
  expect(() => upgradeFen(basic, basic)).toThrow(RangeError);
});

describe('an upgrade is bought', () => {
  test.each([
    ['while the edition is on sale and cover has not begun', edition, 'basic', onSale, null],
    ['not from the dearest plan', edition, 'upgraded', onSale, '最高'],
    ['not where there is one plan', { ...edition, plans: [basic] }, 'basic', onSale, '只有一个方案'],
    ['not before the sale', edition, 'basic', beijingMs('2026-09-30 23:59:59'), '还没有开始'],
    ['not in the last second of the sale', edition, 'basic', beijingMs('2026-12-31 23:59:59'), '截止'],
    ['not from the first moment of cover', edition, 'basic', beijingMs('2027-01-01'), '保障已经开始'],
    ['not once underwriting is complete', { ...edition, underwriteComplete: true }, 'basic', onSale, '截止'],
    ['not where cover began during the sale', { ...edition, validDate: '2026-11-01' }, 'basic', onSale, '保障已经开始'],
  ])('%s', (_when, sold, planCode, nowMs, why) => {
    const answer = whyNoUpgrade(sold, planCode, nowMs);
    if (why === null) expect(answer).toBeNull();
    else expect(answer).toContain(why);
  });

  test('until the sale ends or cover begins, whichever is first', () => {
    expect(upgradeEndMs(edition)).toBe(beijingMs('2026-12-31 23:59:59'));
    expect(upgradeEndMs({ ...edition, validDate: '2026-12-01' })).toBe(beijingMs('2026-12-01'));
  });
});
