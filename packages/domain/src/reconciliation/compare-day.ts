import { type BeijingDay, beijingDate, beijingMs, endOfDayMs } from '../date/index.ts';

/** Money that moved, as a provider's bill or our own books tell it. */
export interface MoneyMovement {
  readonly kind: 'payment' | 'refund';
  readonly merchantOrderNo: string;
  readonly providerTxn: string;
  /** Our number of a refund; null for a payment. */
  readonly refundNo: string | null;
  /** Integer fen, positive for both kinds. */
  readonly amountFen: number;
  readonly atMs: number;
  /** False for a refund that is still under way. */
  readonly settled: boolean;
}

export type DifferenceClass =
  /** 长款: the provider has it, we have not. */
  | 'provider-only'
  /** 短款: we have it, the provider has not. */
  | 'book-only'
  | 'amount'
  /** Both have it and say different things about it: given back there, not here. */
  | 'state'
  /** In the bill of a neighbouring day, or it may be once that bill is there. */
  | 'cross-day'
  | 'refund';

export interface Difference {
  readonly class: DifferenceClass;
  /** The same when the day is compared again. */
  readonly key: string;
  readonly bill: MoneyMovement | null;
  readonly book: MoneyMovement | null;
  /** Only a bill that is not there yet can tell. */
  readonly isWaiting: boolean;
}

export interface DayToCompare {
  readonly day: BeijingDay;
  readonly bill: readonly MoneyMovement[];
  /** Ours of that day, and ours of any day that a line of the bill names. */
  readonly book: readonly MoneyMovement[];
  /** Lines of other days' bills about what is ours of this day. */
  readonly elsewhere: readonly MoneyMovement[];
  readonly isBillThere: { readonly dayBefore: boolean; readonly dayAfter: boolean };
}

export interface ComparedDay {
  /** Lines of the bill that agree with the books. */
  readonly matched: number;
  readonly differences: readonly Difference[];
  /**
   * Ours that a line of this bill stands against, but that are none of this day's settled book: another day's, or still
   * under way. Bill less book is what the differences come to and these.
   */
  readonly besides: readonly MoneyMovement[];
}

/** A payment this close to midnight may stand in the neighbouring day's bill, by the provider's clock or its cut-off. */
export const CROSS_DAY_WINDOW_MS = 2 * 3_600_000;

/** Compares one provider's bill of one Beijing day with the books. The same input gives the same differences. */
export function compareDay(input: DayToCompare): ComparedDay {
  const pairs = pair(input.bill, input.book);
  const differences = [...billSide(input, pairs), ...bookSide(input, pairs)].filter(
    (difference) => difference !== 'matched',
  );
  return {
    matched: input.bill.length - differences.filter(({ bill }) => bill !== null).length,
    differences,
    besides: [...pairs.values()].filter((entry) => !isOfDay(entry, input.day)),
  };
}

/** Whether ours counts into what a day came to. */
export function isOfDay({ settled, atMs }: Pick<MoneyMovement, 'settled' | 'atMs'>, day: BeijingDay): boolean {
  return settled && beijingDate(atMs) === day;
}

type Outcome = Difference | 'matched';
type Pairs = ReadonlyMap<MoneyMovement, MoneyMovement>;

/** Which of ours belongs to which line: by the provider's number, then by order number and amount, then by order number. */
function pair(bill: readonly MoneyMovement[], book: readonly MoneyMovement[]): Map<MoneyMovement, MoneyMovement> {
  const pairs = new Map<MoneyMovement, MoneyMovement>();
  const taken = new Set<MoneyMovement>();
  for (const keyOf of [providerKey, amountKey, orderKey]) {
    const free = new Map<string, MoneyMovement[]>();
    for (const entry of book) {
      if (!taken.has(entry)) free.set(keyOf(entry), [...(free.get(keyOf(entry)) ?? []), entry]);
    }
    for (const line of bill) {
      if (pairs.has(line)) continue;
      const entry = free.get(keyOf(line))?.shift();
      if (!entry) continue;
      pairs.set(line, entry);
      taken.add(entry);
    }
  }
  return pairs;
}

/** A refund is known by our number of it, a payment by the provider's number. */
function providerKey({ kind, providerTxn, refundNo }: MoneyMovement): string {
  return `${kind} ${kind === 'refund' ? refundNo : providerTxn}`;
}

function amountKey(movement: MoneyMovement): string {
  return `${orderKey(movement)} ${movement.amountFen}`;
}

/** Refunds of one order are several; only their own numbers tell them apart. */
function orderKey(movement: MoneyMovement): string {
  return movement.kind === 'refund' ? providerKey(movement) : `payment ${movement.merchantOrderNo}`;
}

function billSide({ bill, book }: DayToCompare, pairs: Pairs): Outcome[] {
  const paidOrders = new Set(book.filter(({ kind }) => kind === 'payment').map((entry) => entry.merchantOrderNo));
  const seen = new Map<string, number>();
  return bill.map((line) => {
    const own = providerKey(line);
    const times = (seen.get(own) ?? 0) + 1;
    seen.set(own, times);
    const entry = pairs.get(line) ?? null;
    const found = classOf(line, entry, paidOrders);
    if (found === null) return 'matched';
    return {
      class: found,
      key: times === 1 ? own : `${own} ${times}`,
      bill: line,
      book: entry,
      isWaiting: false,
    };
  });
}

function classOf(
  line: MoneyMovement,
  entry: MoneyMovement | null,
  paidOrders: ReadonlySet<string>,
): DifferenceClass | null {
  if (entry === null) {
    if (line.kind === 'payment') return 'provider-only';
    return paidOrders.has(line.merchantOrderNo) ? 'state' : 'refund';
  }
  if (entry.amountFen !== line.amountFen) return line.kind === 'refund' ? 'refund' : 'amount';
  return line.settled && !entry.settled ? 'state' : null;
}

/** Ours of the day that the bill does not have. */
function bookSide({ day, book, elsewhere, isBillThere }: DayToCompare, pairs: Pairs): Outcome[] {
  const found = new Set(pairs.values());
  const missing = book.filter((entry) => isOfDay(entry, day) && !found.has(entry));
  const inOtherBill = pair(elsewhere, missing);
  const lineOf = new Map([...inOtherBill].map(([line, entry]) => [entry, line]));
  return missing.map((entry) => {
    const line = lineOf.get(entry);
    const common = { key: providerKey(entry), bill: null, book: entry };
    if (line && line.amountFen === entry.amountFen) return { ...common, class: 'cross-day', isWaiting: false };
    const mayCome =
      (!isBillThere.dayAfter && endOfDayMs(day) - entry.atMs <= CROSS_DAY_WINDOW_MS) ||
      (!isBillThere.dayBefore && entry.atMs - beijingMs(day) <= CROSS_DAY_WINDOW_MS);
    if (mayCome) return { ...common, class: 'cross-day', isWaiting: true };
    return { ...common, class: entry.kind === 'refund' ? 'refund' : 'book-only', isWaiting: false };
  });
}
