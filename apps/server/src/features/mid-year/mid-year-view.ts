import type { MidYearApplicationValue } from '@huimin/contract';
import { deadlineAfter, formatDateTime, formatDeadline } from '@huimin/domain/date';
import { midYearStatusLabel } from '@huimin/domain/mid-year';
import { filesOf } from '../uploads/index.ts';
import type { MidYearDependencies } from './mid-year-deps.ts';
import type { MidYearRow } from './mid-year-store.ts';

/** A person as they were when it was asked. */
export interface AskedPerson {
  readonly memberNo: string;
  readonly name: string;
  readonly idType: string;
  readonly idNumber: string;
  readonly birthDate: string;
  /** The asker's own, for the answer. */
  readonly phone: string;
}

export const PERSON_SEAL = 'mid-year-person';
const REVIEW_WORKING_DAYS = 3;

export function askedPerson(
  deps: Pick<MidYearDependencies, 'vault'>,
  row: Pick<MidYearRow, 'person_sealed'>,
): AskedPerson {
  return deps.vault.openJson<AskedPerson>(PERSON_SEAL, row.person_sealed);
}

export function reasonLabel(deps: Pick<MidYearDependencies, 'editions'>, row: MidYearRow): string {
  const reasons = deps.editions.edition(row.edition_code)?.document.flows?.mid?.reasons ?? [];
  return reasons.find(({ code }) => code === row.reason)?.label ?? row.reason;
}

export async function applicationViews(
  deps: MidYearDependencies,
  rows: readonly MidYearRow[],
): Promise<MidYearApplicationValue[]> {
  const [first] = rows;
  const files = first
    ? await filesOf(
        deps,
        first.shard,
        rows.map((row) => row.id),
      )
    : new Map<bigint, unknown[]>();
  return rows.map((row) => {
    const person = askedPerson(deps, row);
    return {
      applicationNo: deps.numbers.midYearNo(row.id),
      memberId: person.memberNo,
      name: person.name,
      reason: row.reason,
      reasonLabel: reasonLabel(deps, row),
      status: row.status,
      statusLabel: midYearStatusLabel(row.status),
      answer: row.answer,
      createdAt: formatDateTime(row.created_at),
      until: untilOf(row),
      paperCount: files.get(row.id)?.length ?? 0,
    };
  });
}

/** By when an application was promised an answer. */
export const midYearDueMs = ({ created_at: at }: Pick<MidYearRow, 'created_at'>): number =>
  deadlineAfter(at, REVIEW_WORKING_DAYS).byMs;

function untilOf(row: MidYearRow): string | null {
  if (row.status === 'submitted') return formatDeadline(deadlineAfter(row.created_at, REVIEW_WORKING_DAYS));
  return row.status === 'approved' && row.good_until !== null ? formatDateTime(row.good_until) : null;
}
