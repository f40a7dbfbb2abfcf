import { addDays } from '@huimin/domain/date';
import { type ComparedDay, compareDay, isOfDay, type MoneyMovement } from '@huimin/domain/reconciliation';
import type { Query } from '../../db/database.ts';
import { latestBill } from './bill-store.ts';
import { type BillDay, bookOf, linesElsewhere, linesOf, type Movement } from './book-store.ts';

/** What both sides have of a day: how many of each kind, and their sums in fen. */
export interface SideSums {
  readonly payments: number;
  readonly paymentFen: number;
  readonly refunds: number;
  readonly refundFen: number;
}

export interface DaySummary {
  readonly bill: SideSums;
  readonly book: SideSums;
  /** Lines of the bill that agree. */
  readonly matched: number;
  /** Ours of another day, or under way, that a line of the bill stands against; absent in runs of long ago. */
  readonly besides?: SideSums;
}

export interface ComparedBill {
  readonly compared: ComparedDay;
  readonly summary: DaySummary;
  readonly orderIdOf: (merchantOrderNo: string) => bigint | null;
}

/** Compares a stored bill with the books as they are now. Changes nothing. */
export async function compareStored(query: Query, bill: BillDay): Promise<ComparedBill> {
  const { provider, day } = bill;
  const [lines, book, dayBefore, dayAfter] = await Promise.all([
    linesOf(query, bill),
    bookOf(query, bill),
    latestBill(query, provider, addDays(day, -1)),
    latestBill(query, provider, addDays(day, 1)),
  ]);
  const inBill = new Set(lines.map(keyOf));
  const elsewhere = await linesElsewhere(
    query,
    bill,
    book.filter((entry) => !inBill.has(keyOf(entry))),
  );
  const compared = compareDay({
    day,
    bill: lines,
    book,
    elsewhere,
    isBillThere: { dayBefore: dayBefore !== null, dayAfter: dayAfter !== null },
  });
  const orderIds = new Map([...lines, ...book].map((movement) => [movement.merchantOrderNo, movement.orderId]));
  return {
    compared,
    summary: {
      bill: sumsOf(lines),
      book: sumsOf(book.filter((entry) => isOfDay(entry, day))),
      matched: compared.matched,
      besides: sumsOf(compared.besides),
    },
    orderIdOf: (merchantOrderNo) => orderIds.get(merchantOrderNo) ?? null,
  };
}

const keyOf = ({ kind, providerTxn, refundNo }: Movement): string => `${kind} ${refundNo ?? providerTxn}`;

function sumsOf(movements: readonly MoneyMovement[]): SideSums {
  const sums = { payments: 0, paymentFen: 0, refunds: 0, refundFen: 0 };
  for (const { kind, amountFen } of movements) {
    if (kind === 'payment') {
      sums.payments += 1;
      sums.paymentFen += amountFen;
    } else {
      sums.refunds += 1;
      sums.refundFen += amountFen;
    }
  }
  return sums;
}
