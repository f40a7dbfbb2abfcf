import type { Difference, DifferenceClass } from './compare-day.ts';

/** The classes in the order in which a report shows them. */
export const DIFFERENCE_CLASSES: Readonly<Record<DifferenceClass, string>> = {
  'provider-only': '长款',
  'book-only': '短款',
  amount: '金额不符',
  state: '状态不符',
  'cross-day': '跨日',
  refund: '退款不符',
};

/** What the rules suggest to whoever decides. */
export type Advice = 'book' | 'refund' | 'correct' | 'refund-again' | 'none-needed' | 'undecided';

export const ADVICE_LABELS: Readonly<Record<Advice, string>> = {
  book: '补单',
  refund: '退款',
  correct: '改状态',
  'refund-again': '重退',
  'none-needed': '自动结清',
  undecided: '待定',
};

export interface DifferenceLabel {
  /** What was found out, in plain Chinese. */
  readonly finding: string;
  readonly advice: Advice;
}

/** What comparing alone says about a difference; a question to the provider may say more. */
export function explainDifference({ class: found, bill, book, isWaiting }: Difference): DifferenceLabel {
  switch (found) {
    case 'provider-only':
      return { finding: '渠道账单有这笔付款，我方没有', advice: 'book' };
    case 'book-only':
      return { finding: '我方已收款，渠道账单没有', advice: 'undecided' };
    case 'amount':
      return { finding: '渠道账单与我方的金额不同', advice: 'undecided' };
    case 'state':
      return { finding: book ? '渠道已退，我方退款中' : '渠道已退，订单已付款', advice: 'correct' };
    case 'cross-day':
      return isWaiting
        ? { finding: '临近零点付款，等相邻一天的账单', advice: 'undecided' }
        : { finding: '临近零点付款，账单在相邻一天', advice: 'none-needed' };
    case 'refund':
      return refundText(bill?.amountFen ?? null, book?.amountFen ?? null);
  }
}

function refundText(billFen: number | null, bookFen: number | null): DifferenceLabel {
  if (bookFen === null) return { finding: '渠道账单有这笔退款，我方没有订单', advice: 'undecided' };
  if (billFen === null) return { finding: '我方已退款，渠道账单没有', advice: 'refund-again' };
  return billFen < bookFen
    ? { finding: '渠道退的比应退的少', advice: 'refund-again' }
    : { finding: '渠道退的比应退的多', advice: 'undecided' };
}
