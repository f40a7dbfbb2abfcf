import type { GapPartsValue, SumsValue } from '@huimin/contract/console';
import { DIFFERENCE_CLASSES, type DifferenceClass } from '@huimin/domain/reconciliation';
import type { StoredDifference } from '../difference-store.ts';
import type { StoredRun } from '../run-store.ts';

export const NO_SUMS: SumsValue = { payments: 0, paymentFen: 0, refunds: 0, refundFen: 0 };

/** Several sides as one. */
export function sumOf(sides: readonly SumsValue[]): SumsValue {
  return sides.reduce(
    (sum, side) => ({
      payments: sum.payments + side.payments,
      paymentFen: sum.paymentFen + side.paymentFen,
      refunds: sum.refunds + side.refunds,
      refundFen: sum.refundFen + side.refundFen,
    }),
    NO_SUMS,
  );
}

/** A class of one kind, and by how much the bills have more of it. */
export interface ClassGap {
  readonly class: DifferenceClass;
  readonly kind: 'payment' | 'refund';
  readonly count: number;
  readonly gapFen: number;
}

const CLASS_NAMES = Object.keys(DIFFERENCE_CLASSES) as DifferenceClass[];

export function classCounts(gaps: readonly ClassGap[]) {
  return CLASS_NAMES.map((name) => ({
    class: name,
    label: DIFFERENCE_CLASSES[name],
    count: gaps.filter((gap) => gap.class === name).reduce((sum, gap) => sum + gap.count, 0),
  }));
}

/** What lies between bills and books of one kind. A refund is money that went out, so that its signs are turned. */
export function gapParts(runs: readonly StoredRun[], gaps: readonly ClassGap[], kind: ClassGap['kind']): GapPartsValue {
  const field = kind === 'payment' ? 'paymentFen' : 'refundFen';
  const sign = kind === 'payment' ? 1 : -1;
  const total = (pick: (run: StoredRun) => SumsValue | undefined) =>
    runs.reduce((sum, run) => sum + (pick(run)?.[field] ?? 0), 0);
  const parts = CLASS_NAMES.map((name) => ({
    label: DIFFERENCE_CLASSES[name],
    fen: sign * gaps.filter((gap) => gap.class === name && gap.kind === kind).reduce((sum, gap) => sum + gap.gapFen, 0),
  }));
  const besides = {
    label: kind === 'payment' ? '邻日的付款在这天账单' : '别天或还没办完的退款在这天账单',
    fen: sign * total(({ summary }) => summary.besides),
  };
  return {
    gapFen: sign * (total(({ summary }) => summary.bill) - total(({ summary }) => summary.book)) + 0,
    parts: [...parts, besides].filter(({ fen }) => fen !== 0),
  };
}

/** What a difference is of a day's gap: provider's less ours. */
export const gapOf = ({ bill_fen, book_fen }: Pick<StoredDifference, 'bill_fen' | 'book_fen'>): number =>
  (bill_fen ?? 0) - (book_fen ?? 0);
