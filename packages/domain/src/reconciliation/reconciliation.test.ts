import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beijingMs } from '../date/index.ts';
import { compareDay, type DayToCompare, explainDifference, isOfDay, type MoneyMovement } from './index.ts';

const DAY = '2026-11-20';
const at = (time: string, day = DAY): number => beijingMs(`${day} ${time}`);

function payment(no: number, more: Partial<MoneyMovement> = {}): MoneyMovement {
  return {
    kind: 'payment',
    merchantOrderNo: `JS${no}`,
    providerTxn: `T${no}`,
    refundNo: null,
    amountFen: 15_800,
    atMs: at('12:00:00'),
    settled: true,
    ...more,
  };
}

const refund = (no: number, more: Partial<MoneyMovement> = {}): MoneyMovement =>
  payment(no, { kind: 'refund', refundNo: `R${no}`, ...more });

function compare(given: Partial<DayToCompare>) {
  const { matched, differences } = compareDay({
    day: DAY,
    bill: [],
    book: [],
    elsewhere: [],
    isBillThere: { dayBefore: true, dayAfter: true },
    ...given,
  });
  const found = differences.map((difference) => ({
    is: difference.class,
    key: difference.key,
    waits: difference.isWaiting,
    says: explainDifference(difference),
  }));
  return { matched, found };
}

describe('one day of one provider', () => {
  test('what both have in the same amount agrees, whichever number finds it', () => {
    const bill = [payment(1), payment(2, { providerTxn: 'another' }), refund(1), refund(3, { settled: false })];
    const book = [payment(1), payment(2), refund(1), refund(3, { settled: false })];
    expect(compare({ bill, book })).toEqual({ matched: 4, found: [] });
  });

  test('长款: a payment only the provider has, also one that the bill has twice', () => {
    const { matched, found } = compare({ bill: [payment(1), payment(1), payment(2)], book: [payment(1)] });
    expect(matched).toBe(1);
    expect(found.map(({ is, key }) => [is, key])).toEqual([
      ['provider-only', 'payment T1 2'],
      ['provider-only', 'payment T2'],
    ]);
    expect(found[0]?.says.advice).toBe('book');
  });

  test('短款: a payment only we have', () => {
    const { matched, found } = compare({ bill: [payment(1)], book: [payment(1), payment(2)] });
    expect([matched, found]).toEqual([
      1,
      [
        {
          is: 'book-only',
          key: 'payment T2',
          waits: false,
          says: { finding: '我方已收款，渠道账单没有', advice: 'undecided' },
        },
      ],
    ]);
  });

  test('金额不符: one fen is enough, found by either number', () => {
    const bill = [payment(1, { amountFen: 15_801 }), payment(2, { providerTxn: 'another', amountFen: 1 })];
    const { matched, found } = compare({ bill, book: [payment(1), payment(2)] });
    expect([matched, found.map(({ is }) => is)]).toEqual([0, ['amount', 'amount']]);
  });

  test('状态不符: given back there, not settled or not even known here', () => {
    const bill = [refund(1), refund(2)];
    const book = [refund(1, { settled: false }), payment(2)];
    const { found } = compare({ bill: [...bill, payment(2)], book });
    expect(found.map(({ is, says }) => [is, says.finding])).toEqual([
      ['state', '渠道已退，我方退款中'],
      ['state', '渠道已退，订单已付款'],
    ]);
  });

  test('退款不符: another amount, only one of both, an order nobody knows', () => {
    const bill = [refund(1, { amountFen: 7_900 }), refund(2, { amountFen: 31_600 }), refund(9)];
    const { found } = compare({ bill, book: [refund(1), refund(2), refund(4)] });
    expect(found.map(({ is, says }) => [is, says.finding, says.advice])).toEqual([
      ['refund', '渠道退的比应退的少', 'refund-again'],
      ['refund', '渠道退的比应退的多', 'undecided'],
      ['refund', '渠道账单有这笔退款，我方没有订单', 'undecided'],
      ['refund', '我方已退款，渠道账单没有', 'refund-again'],
    ]);
  });

  describe('跨日', () => {
    const late = payment(1, { atMs: at('23:59:41') });
    const early = payment(2, { atMs: at('00:00:05') });

    test('in the neighbouring bill: settled by itself', () => {
      const { found } = compare({ book: [late], elsewhere: [late] });
      expect(found).toMatchObject([{ is: 'cross-day', waits: false, says: { advice: 'none-needed' } }]);
    });

    test('near midnight waits for the neighbouring bill, and for nothing once that is there', () => {
      const before = { dayBefore: true, dayAfter: false };
      expect(compare({ book: [late], isBillThere: before }).found).toMatchObject([{ is: 'cross-day', waits: true }]);
      expect(compare({ book: [late] }).found).toMatchObject([{ is: 'book-only', waits: false }]);
      const after = { dayBefore: false, dayAfter: true };
      expect(compare({ book: [early], isBillThere: after }).found).toMatchObject([{ is: 'cross-day', waits: true }]);
      expect(compare({ book: [early], isBillThere: before }).found).toMatchObject([{ is: 'book-only' }]);
    });

    test('at noon waits for nobody; in another amount elsewhere it is missing', () => {
      expect(compare({ book: [payment(3)], isBillThere: { dayBefore: true, dayAfter: false } }).found).toMatchObject([
        { is: 'book-only' },
      ]);
      expect(compare({ book: [late], elsewhere: [{ ...late, amountFen: 1 }] }).found).toMatchObject([
        { is: 'book-only' },
      ]);
    });

    test('a line whose payment we count to another day agrees', () => {
      const ours = payment(5, { atMs: at('23:59:59', '2026-11-19') });
      expect(compare({ bill: [payment(5)], book: [ours] })).toEqual({ matched: 1, found: [] });
    });
  });

  test('every line and every row of the day is told of exactly once, and the sums add up', () => {
    const movements = fc.array(
      fc.record({
        no: fc.integer({ min: 1, max: 12 }),
        fen: fc.constantFrom(15_800, 31_600),
        back: fc.boolean(),
        late: fc.boolean(),
      }),
      { maxLength: 20 },
    );
    const made = (rows: { no: number; fen: number; back: boolean; late?: boolean }[]): MoneyMovement[] =>
      rows.map(({ no, fen, back, late = false }) => {
        const more = { amountFen: fen, ...(late ? { atMs: at('00:00:05', '2026-11-21'), settled: !back } : {}) };
        return back ? refund(no, more) : payment(no, more);
      });
    const sum = (rows: readonly (MoneyMovement | null)[]): number =>
      rows.reduce((total, row) => total + (row ? (row.kind === 'refund' ? -1 : 1) * row.amountFen : 0), 0);
    fc.assert(
      fc.property(movements, movements, (left, right) => {
        const [bill, book] = [made(left.map((row) => ({ ...row, late: false }))), made(right)];
        const { matched, differences, besides } = compareDay({
          day: DAY,
          bill,
          book,
          elsewhere: [],
          isBillThere: { dayBefore: true, dayAfter: true },
        });
        const lines = differences.flatMap((difference) => (difference.bill ? [difference.bill] : []));
        expect(lines.length + matched).toBe(bill.length);
        expect(new Set(lines).size).toBe(lines.length);
        const gap = sum(differences.map((one) => one.bill)) - sum(differences.map((one) => one.book));
        const ofDay = book.filter((entry) => isOfDay(entry, DAY));
        expect(sum(bill) - sum(ofDay)).toBe(gap + sum(besides));
      }),
    );
  });
});
