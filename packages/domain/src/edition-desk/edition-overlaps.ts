import { parseDate } from '../date/index.ts';
import type { DeskEdition } from './desk-edition.ts';

type Dates = Pick<DeskEdition, 'editionCode' | 'insureStart' | 'insureEnd' | 'validDate' | 'invalidDate'>;

/** Another edition that is sold at the same time. */
export interface SaleOverlap {
  readonly edition: string;
  /** When both are on sale, `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`, Beijing time, as the two editions write it. */
  readonly from: string;
  readonly until: string;
  /** They cover the same days besides: somebody can be insured twice for them. */
  readonly coversSameDays: boolean;
}

/** Which of the other editions are sold while this one is, from now on; those whose dates cannot be read are left out. */
export function saleOverlaps(edition: Dates, others: readonly Dates[], nowMs: number): SaleOverlap[] {
  return others.flatMap((other) => {
    if (other.editionCode === edition.editionCode) return [];
    const from = meet(edition.insureStart, other.insureStart, 'later');
    const until = meet(edition.insureEnd, other.insureEnd, 'earlier');
    if (from === null || until === null || from.ms > until.ms || until.ms < nowMs) return [];
    const [start, end] = [
      meet(edition.validDate, other.validDate, 'later'),
      meet(edition.invalidDate, other.invalidDate, 'earlier'),
    ];
    const coversSameDays = start !== null && end !== null && start.ms <= end.ms;
    return [{ edition: other.editionCode, from: from.text, until: until.text, coversSameDays }];
  });
}

function meet(
  one: string,
  other: string,
  which: 'later' | 'earlier',
): { readonly text: string; readonly ms: number } | null {
  const [ms, otherMs] = [parseDate(one), parseDate(other)];
  if (ms === null || otherMs === null) return null;
  return ms > otherMs === (which === 'later') ? { text: one, ms } : { text: other, ms: otherMs };
}
