import { addDays, addYears, type BeijingDay, beijingDate, endOfDayMs } from '../date/index.ts';

/** How long recordings are kept: numbers of the law, which an operator may raise. */
export interface RetentionNumbers {
  /** After the end of a contract that ran for a year at most. */
  readonly shortTermYears: number;
  readonly longTermYears: number;
  /** After the end of a dispute. */
  readonly disputeYears: number;
  /** Of a visit that led to no contract. */
  readonly withoutContractDays: number;
}

/** What the rules look at. */
export interface RetentionFacts {
  /** The last thing that came in. */
  readonly recordedAtMs: number;
  /** Null: the visit led to no contract. */
  readonly contract: { readonly from: BeijingDay; readonly to: BeijingDay } | null;
  /** Every dispute over the sale; without an end while it goes on. */
  readonly disputes: readonly { readonly endedAtMs: number | null }[];
}

export type RetentionClass = 'short-term' | 'long-term' | 'no-contract' | 'dispute';

export interface Retention {
  readonly class: RetentionClass;
  /** Nothing is erased before; null: nobody knows when, a dispute goes on. */
  readonly untilMs: number | null;
  /** The rule in words. */
  readonly rule: string;
}

interface RetentionRule {
  readonly class: RetentionClass;
  applies(facts: RetentionFacts): boolean;
  untilMs(facts: RetentionFacts, numbers: RetentionNumbers): number | null;
  words(numbers: RetentionNumbers): string;
}

/** A contract of a year ends on the day before the same day of the next year. */
const isShortTerm = ({ from, to }: { from: BeijingDay; to: BeijingDay }): boolean => to < addYears(from, 1);

const yearsAfter = (day: BeijingDay, years: number): number => endOfDayMs(addYears(day, years));

/** Every rule that applies counts; the longest decides. */
export const RETENTION_RULES: readonly RetentionRule[] = [
  {
    class: 'no-contract',
    applies: ({ contract }) => contract === null,
    untilMs: ({ recordedAtMs }, { withoutContractDays }) =>
      endOfDayMs(addDays(beijingDate(recordedAtMs), withoutContractDays)),
    words: ({ withoutContractDays }) => `没有成交，保存 ${withoutContractDays} 天`,
  },
  {
    class: 'short-term',
    applies: ({ contract }) => contract !== null && isShortTerm(contract),
    untilMs: ({ contract }, { shortTermYears }) => (contract ? yearsAfter(contract.to, shortTermYears) : 0),
    words: ({ shortTermYears }) => `保险期间不超过一年，合同终止后 ${shortTermYears} 年`,
  },
  {
    class: 'long-term',
    applies: ({ contract }) => contract !== null && !isShortTerm(contract),
    untilMs: ({ contract }, { longTermYears }) => (contract ? yearsAfter(contract.to, longTermYears) : 0),
    words: ({ longTermYears }) => `保险期间超过一年，合同终止后 ${longTermYears} 年`,
  },
  {
    class: 'dispute',
    applies: ({ disputes }) => disputes.length > 0,
    untilMs: ({ disputes }, { disputeYears }) =>
      disputes.some(({ endedAtMs }) => endedAtMs === null)
        ? null
        : Math.max(...disputes.map(({ endedAtMs }) => yearsAfter(beijingDate(endedAtMs ?? 0), disputeYears))),
    words: ({ disputeYears }) => `有争议，争议了结后 ${disputeYears} 年`,
  },
];

/** How long this recording is kept, and by which rule. */
export function retentionOf(facts: RetentionFacts, numbers: RetentionNumbers): Retention {
  const found = RETENTION_RULES.filter((rule) => rule.applies(facts)).map(
    (rule): Retention => ({ class: rule.class, untilMs: rule.untilMs(facts, numbers), rule: rule.words(numbers) }),
  );
  return found.reduce((longest, next) => (endOf(next) > endOf(longest) ? next : longest));
}

const endOf = ({ untilMs }: Retention): number => untilMs ?? Number.POSITIVE_INFINITY;

/** A complaint that ended: kept as long as any dispute, and as its contract's papers where it is about one. */
export function complaintKeptUntilMs(
  { contract, endedAtMs }: { readonly contract: RetentionFacts['contract']; readonly endedAtMs: number },
  numbers: RetentionNumbers,
): number {
  return endOf(retentionOf({ recordedAtMs: endedAtMs, contract, disputes: [{ endedAtMs }] }, numbers));
}

/** A claim that ended: kept as long as its contract's papers, counted from the later of the cover's end and its own. */
export function claimKeptUntilMs(
  { contract, endedOn }: { readonly contract: NonNullable<RetentionFacts['contract']>; readonly endedOn: BeijingDay },
  numbers: RetentionNumbers,
): number {
  const years = isShortTerm(contract) ? numbers.shortTermYears : numbers.longTermYears;
  return yearsAfter(endedOn > contract.to ? endedOn : contract.to, years);
}
