import type { PreExistingQueryValue } from '@huimin/contract';
import { deadlineAfter, formatDateTime, formatDeadline } from '@huimin/domain/date';
import { isAdultAt, maskMiddle } from '@huimin/domain/person';
import {
  APPEAL_WORKING_DAYS,
  appealReasonLabel,
  appealStatusLabel,
  classText,
  PRE_EXISTING_LABELS,
  PRE_EXISTING_WAYS,
  preExistingStatusLabel,
} from '@huimin/domain/pre-existing';
import type { LoadedEdition } from '../configuration/index.ts';
import { filesOf } from '../uploads/index.ts';
import { type AppealRow, appealsOf, PAPERS_WAIT_MS } from './appeal-store.ts';
import type { PreExistingDependencies } from './pre-existing-deps.ts';
import type { QueryRow } from './query-store.ts';
import { ANSWER_SEAL, type AskedPerson, type KeptAnswer, PERSON_SEAL } from './run-ask.ts';

/** A question, opened. */
export interface OpenedQuery {
  readonly row: QueryRow;
  readonly person: AskedPerson;
  readonly answer: KeptAnswer | null;
}

/** Null where it is over, or where who was a minor is one no longer: their label is theirs from then on. */
export function openQuery(deps: PreExistingDependencies, row: QueryRow): OpenedQuery | null {
  if (row.person_sealed === null) return null;
  const person = deps.vault.openJson<AskedPerson>(PERSON_SEAL, row.person_sealed);
  if (row.basis === 'guardian' && isAdultAt(person.birthDate, deps.clock.now())) return null;
  const answer = row.answer_sealed && deps.vault.openJson<KeptAnswer>(ANSWER_SEAL, row.answer_sealed);
  return { row, person, answer };
}

export function answerView({ row, answer }: OpenedQuery): PreExistingQueryValue['answer'] {
  if (answer === null || row.answered_at === null || row.expires_at === null) return null;
  return {
    label: answer.label,
    labelText: PRE_EXISTING_LABELS[answer.label],
    classText: answer.classCode === null ? null : classText(answer.classCode),
    ruleVersion: answer.ruleVersion,
    dataDate: answer.dataDate,
    answeredAt: formatDateTime(row.answered_at),
    validUntil: formatDateTime(row.expires_at),
    reviewed: answer.reviewed,
  };
}

/** What is left to be seen of own questions, of one shard. */
export async function queryViews(
  deps: PreExistingDependencies,
  rows: readonly QueryRow[],
): Promise<PreExistingQueryValue[]> {
  const [first] = rows;
  if (!first) return [];
  const appeals = await appealsOf(
    deps.database.query,
    first.shard,
    rows.map((row) => row.id),
  );
  const files = await filesOf(
    deps,
    first.shard,
    appeals.map((appeal) => appeal.id),
  );
  return rows.flatMap((row) => {
    const opened = openQuery(deps, row);
    const appeal = appeals.find((entry) => entry.query_id === row.id) ?? null;
    const papers = appeal ? (files.get(appeal.id)?.length ?? 0) : 0;
    return opened ? [queryView(deps, opened, appeal && appealView(deps, appeal, papers))] : [];
  });
}

function queryView(
  deps: PreExistingDependencies,
  opened: OpenedQuery,
  appeal: PreExistingQueryValue['appeal'],
): PreExistingQueryValue {
  const { row, person, answer } = opened;
  const edition = deps.editions.edition(row.edition_code);
  const other = row.way === 'private' ? 'trusted' : 'private';
  const mayGoOn = row.status === 'no-answer' || answer?.label === 'cannot-tell';
  const standing = appeal !== null && appeal.status !== 'withdrawn' && appeal.status !== 'lapsed';
  return {
    queryNo: deps.numbers.preExistingNo(row.id),
    way: row.way,
    wayLabel: PRE_EXISTING_WAYS[row.way],
    about: row.basis === 'self' ? 'self' : 'child',
    name: person.name,
    idNumberMasked: maskMiddle(person.idNumber),
    productName: edition?.document.proName ?? '',
    state: row.status,
    stateLabel: preExistingStatusLabel(row.status),
    askedAt: formatDateTime(row.asked_at),
    answer: answerView(opened),
    otherWay: mayGoOn && deps.registries.has(other) ? other : null,
    ratios: ratiosOf(edition),
    mayAppeal: row.status === 'answered' && answer?.label === 'yes' && !standing,
    appeal,
  };
}

function ratiosOf(edition: LoadedEdition | null): PreExistingQueryValue['ratios'] {
  return (edition?.document.benefits ?? []).flatMap(({ name, ratioPercent, preExistingRatioPercent }) =>
    preExistingRatioPercent === undefined
      ? []
      : [{ name, percent: ratioPercent, preExistingPercent: preExistingRatioPercent }],
  );
}

function appealView(
  deps: PreExistingDependencies,
  row: AppealRow,
  paperCount: number,
): NonNullable<PreExistingQueryValue['appeal']> {
  return {
    appealNo: deps.numbers.appealNo(row.id),
    reasonLabel: appealReasonLabel(row.reason),
    status: row.status,
    statusLabel: appealStatusLabel(row.status),
    answer: row.answer,
    createdAt: formatDateTime(row.created_at),
    until: untilOf(row),
    paperCount,
  };
}

function untilOf({ status, created_at: createdAt, decided_at: decidedAt }: AppealRow): string | null {
  // Papers that came later begin the days anew.
  if (status === 'submitted') return formatDeadline(deadlineAfter(decidedAt ?? createdAt, APPEAL_WORKING_DAYS));
  return status === 'more-papers' && decidedAt !== null ? formatDateTime(decidedAt + PAPERS_WAIT_MS) : null;
}
