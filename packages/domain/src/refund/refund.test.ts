import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, beijingDate, beijingMs, endOfDayMs, isWorkingDay } from '../date/index.ts';
import { labelMapOf, statusTableProblems } from '../status/index.ts';
import {
  latestArrival,
  nextRefundStatus,
  REFUND_STATUS_TABLE,
  type RefundEvent,
  type RefundStatus,
  refundableFen,
  refundReasonLabel,
  shownRefundStatus,
} from './index.ts';

const cover = { validDate: '2027-01-01', invalidDate: '2027-12-31' };
const at = (text: string) => beijingMs(text);

describe('amount', () => {
  test.each([
    ['the last millisecond before cover: everything', '2026-12-31 23:59:59.999', 0, 15_800, 'full'],
    ['the first day counts as used', '2027-01-01 00:00:00.000', 0, 15_756, 'cash-value'],
    ['the middle of the first day is the same', '2027-01-01 12:00:00', 0, 15_756, 'cash-value'],
    ['half a year with a quarter kept', '2027-07-02 09:00:00', 2_500, 5_908, 'cash-value'],
    ['the last day', '2027-12-31 09:00:00', 0, 0, 'cash-value'],
    ['all of it kept', '2027-03-01', 10_000, 0, 'cash-value'],
  ] as const)('%s', (_what, now, feeBasisPoints, amountFen, basis) => {
    expect(refundableFen(15_800, cover, { feeBasisPoints }, at(now))).toEqual({ amountFen, basis });
  });

  test('an edition without a rule gives nothing back once cover has begun, and everything before', () => {
    expect(refundableFen(15_800, cover, null, at('2027-01-01'))).toEqual({ amountFen: 0, basis: 'cash-value' });
    expect(refundableFen(15_800, cover, undefined, at('2026-12-31'))).toEqual({ amountFen: 15_800, basis: 'full' });
  });

  test('nothing can be given back when cover is over', () => {
    expect(refundableFen(15_800, cover, { feeBasisPoints: 0 }, at('2028-01-01'))).toBeNull();
  });

  test.each([-1, 0.5, Number.NaN])('a premium of %s is refused', (premiumFen) => {
    expect(() => refundableFen(premiumFen, cover, null, at('2026-06-01'))).toThrow(RangeError);
  });
  test.each([-1, 10_001, 0.5])('a fee of %s is refused', (feeBasisPoints) => {
    expect(() => refundableFen(15_800, cover, { feeBasisPoints }, at('2027-06-01'))).toThrow(RangeError);
  });

  const editions = fc.record({
    premiumFen: fc.integer({ min: 0, max: 100_000_000 }),
    feeBasisPoints: fc.integer({ min: 0, max: 10_000 }),
    days: fc.integer({ min: 1, max: 800 }),
    offsetMs: fc.integer({ min: -40 * 86_400_000, max: 900 * 86_400_000 }),
  });
  const worth = ({ premiumFen, feeBasisPoints, days, offsetMs }: { [k: string]: number } & object) => {
    const coverage = { validDate: '2027-01-01', invalidDate: addDays('2027-01-01', (days as number) - 1) };
    const nowMs = beijingMs(coverage.validDate) + (offsetMs as number);
    return {
      coverage,
      nowMs,
      is: refundableFen(premiumFen as number, coverage, { feeBasisPoints: feeBasisPoints as number }, nowMs),
    };
  };

  test('is whole fen, never negative, never more than the premium; full exactly before cover; nothing after', () => {
    fc.assert(
      fc.property(editions, (given) => {
        const { coverage, nowMs, is } = worth(given);
        if (nowMs >= endOfDayMs(coverage.invalidDate)) return is === null;
        if (is === null || !Number.isSafeInteger(is.amountFen)) return false;
        if (is.basis === 'full') return nowMs < beijingMs(coverage.validDate) && is.amountFen === given.premiumFen;
        return nowMs >= beijingMs(coverage.validDate) && is.amountFen >= 0 && is.amountFen <= given.premiumFen;
      }),
    );
  });

  test('never rises as time passes, nor with the fee', () => {
    fc.assert(
      fc.property(editions, fc.nat(400 * 86_400_000), fc.nat(10_000), (given, laterMs, moreFee) => {
        const now = worth(given).is?.amountFen ?? 0;
        const later = worth({ ...given, offsetMs: given.offsetMs + laterMs }).is?.amountFen ?? 0;
        const dearer = worth({ ...given, feeBasisPoints: Math.min(10_000, given.feeBasisPoints + moreFee) });
        return later <= now && (dearer.is?.amountFen ?? 0) <= now;
      }),
    );
  });

  test('the parts of a family never come to more than the family', () => {
    fc.assert(
      fc.property(editions, fc.integer({ min: 1, max: 10 }), (given, people) => {
        const one = worth(given).is?.amountFen ?? 0;
        const all = worth({ ...given, premiumFen: given.premiumFen * people }).is?.amountFen ?? 0;
        return one * people <= all && all - one * people < people;
      }),
    );
  });
});

describe('status', () => {
  test('the table is sound and says what residents read', () => {
    expect(statusTableProblems(REFUND_STATUS_TABLE)).toEqual([]);
    expect(labelMapOf(REFUND_STATUS_TABLE)).toEqual({
      CREATED: '退款申请中',
      REVIEWING: '审核中',
      PROCESSING: '退款处理中',
      SETTLED: '已退款',
      ABNORMAL: '退款失败待人工',
      CLOSED: '退款失败待人工',
      REJECTED: '已驳回',
    });
    expect(shownRefundStatus('ODD')).toEqual({ label: 'ODD', tone: 'neutral' });
  });

  test('whatever happens in whatever order, settled money stays settled', () => {
    const events = [...new Set(REFUND_STATUS_TABLE.rows.map(([, , event]) => event))];
    fc.assert(
      fc.property(fc.array(fc.constantFrom<RefundEvent>(...events)), (happened) => {
        let status: RefundStatus = 'CREATED';
        let settled = false;
        for (const event of happened) {
          status = nextRefundStatus(status, event) ?? status;
          settled ||= status === 'SETTLED';
          if (settled && status !== 'SETTLED') return false;
        }
        return true;
      }),
    );
  });
});

test('reasons have words', () => {
  expect(refundReasonLabel('wrong-details')).toBe('信息填错了，想重新买');
  expect(refundReasonLabel('odd')).toBe('odd');
});

describe('latest arrival', () => {
  test.each([
    ['xmybpay', '2026-11-20 09:10', '2026-12-01 18:00'],
    ['wxpay', '2026-11-19 10:36', '2026-11-26 18:00'],
    ['unionpay', '2026-11-21 23:59', '2026-11-27 18:00'],
    ['alipay', '2026-11-22 00:00', '2026-11-27 18:00'],
    ['wxpay', '2026-09-29 10:00', '2026-10-12 18:00'],
  ])('%s applied for at %s comes by %s', (method, applied, latest) => {
    expect(latestArrival(method, at(applied))).toEqual({ byMs: at(latest), holidaysKnown: true });
  });

  test('is later than the application and a working day, at every moment', () => {
    fc.assert(
      fc.property(fc.integer({ min: at('2026-01-01'), max: at('2030-01-01') }), (appliedMs) => {
        const { byMs } = latestArrival('wxpay', appliedMs);
        return byMs > appliedMs && isWorkingDay(beijingDate(byMs));
      }),
    );
  });
});
