import type { ReviewLineValue, ReviewQueue } from '@huimin/contract/console';
import { RECHECK_STATUS_TABLE, RECHECK_WORKING_DAYS } from '@huimin/domain/adjustment';
import { beijingDateTime, deadlineAfter } from '@huimin/domain/date';
import { APPEAL_STATUS_TABLE, APPEAL_WORKING_DAYS, appealReasonLabel } from '@huimin/domain/pre-existing';
import { regionDisplayText } from '@huimin/domain/region';
import { DRUG_APPLICATION_STATUS_TABLE, DRUG_REVIEW_WORKING_DAYS } from '@huimin/domain/special-drugs';
import { type StatusEntry, statusEntryOf } from '@huimin/domain/status';
import type { ReviewDeskDependencies } from './review-desk-deps.ts';
import type { ReviewRow } from './review-store.ts';

/** What of a kind of review is told by its rows; the lists name neither people nor drugs. */
const KINDS: Readonly<
  Record<
    ReviewQueue,
    {
      readonly title: string;
      readonly workingDays: number;
      /** The status in which the days run. */
      readonly waits: string;
      entry(status: string): Pick<StatusEntry<string>, 'label' | 'tone'> | null;
    }
  >
> = {
  recheck: {
    ...{ title: '理算复核', workingDays: RECHECK_WORKING_DAYS, waits: 'asked' },
    entry: (status) => statusEntryOf(RECHECK_STATUS_TABLE, status as 'asked'),
  },
  drug: {
    ...{ title: '特药申请', workingDays: DRUG_REVIEW_WORKING_DAYS, waits: 'reviewing' },
    entry: (status) => statusEntryOf(DRUG_APPLICATION_STATUS_TABLE, status as 'reviewing'),
  },
  appeal: {
    ...{ title: '既往症复核', workingDays: APPEAL_WORKING_DAYS, waits: 'submitted' },
    entry: (status) => statusEntryOf(APPEAL_STATUS_TABLE, status as 'submitted'),
  },
};

/** The number in the address of one. */
function reviewNoOf({ numbers }: Pick<ReviewDeskDependencies, 'numbers'>, queue: ReviewQueue, id: bigint): string {
  if (queue === 'drug') return numbers.drugApplicationNo(id);
  return queue === 'appeal' ? numbers.appealNo(id) : String(id);
}

/** What requests and the audit log call one. */
export function subjectOf(
  deps: Pick<ReviewDeskDependencies, 'numbers'>,
  queue: ReviewQueue,
  row: Pick<ReviewRow, 'id' | 'about'>,
): string {
  return `${KINDS[queue].title} ${queue === 'recheck' ? row.about : reviewNoOf(deps, queue, row.id)}`;
}

export function reviewLine(
  deps: Pick<ReviewDeskDependencies, 'numbers' | 'editions'>,
  queue: ReviewQueue,
  row: ReviewRow,
  waiting: ReadonlySet<string>,
): ReviewLineValue {
  const { workingDays, waits, entry } = KINDS[queue];
  const reviewNo = reviewNoOf(deps, queue, row.id);
  const { label, tone } = entry(row.status) ?? { label: row.status, tone: 'neutral' as const };
  return {
    reviewNo,
    number: queue === 'recheck' ? (row.about ?? reviewNo) : reviewNo,
    edition: row.edition_code,
    editionName: deps.editions.edition(row.edition_code)?.document.proName ?? row.edition_code,
    about: queue === 'appeal' && row.about !== null ? appealReasonLabel(row.about) : null,
    place: row.city === null ? '' : (regionDisplayText(row.city) ?? row.city),
    askedAt: beijingDateTime(row.at),
    dueAt: row.status === waits ? beijingDateTime(deadlineAfter(row.at, workingDays).byMs) : null,
    statusLabel: label,
    tone,
    waits: waiting.has(subjectOf(deps, queue, row)),
  };
}
