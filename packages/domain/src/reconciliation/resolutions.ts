import type { DifferenceClass } from './compare-day.ts';

/** What a person may decide about a difference. */
export const RESOLUTIONS = {
  /** The money becomes a payment of its order. */
  booked: '补单',
  /** The money becomes a payment and goes back in full. */
  refunded: '退款',
  /** Put off: the money stands in suspense until something else is decided. */
  held: '挂账',
  /** Our side takes what the provider says of a refund. */
  corrected: '改状态',
  /** The bill is wrong, and somebody has made sure of that. */
  checked: '已核实',
} as const;

export type Resolution = keyof typeof RESOLUTIONS;

const RULES: Readonly<Record<DifferenceClass, readonly Resolution[]>> = {
  'provider-only': ['booked', 'refunded', 'held', 'checked'],
  'book-only': ['held', 'checked'],
  amount: ['held', 'checked'],
  state: ['corrected', 'held', 'checked'],
  'cross-day': ['held', 'checked'],
  refund: ['corrected', 'held', 'checked'],
};

/** What may be decided about a difference of a class. */
export function resolutionsFor(found: DifferenceClass): readonly Resolution[] {
  return RULES[found];
}
