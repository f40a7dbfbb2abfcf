import type { DrugApplicationValue, DrugPersonValue } from '@huimin/contract';
import {
  addDays,
  beijingDate,
  deadlineAfter,
  formatDateTime,
  formatDeadline,
  formatDotDate,
} from '@huimin/domain/date';
import { maskPhone } from '@huimin/domain/person';
import {
  type CoPay,
  coPayOf,
  DRUG_PAPERS,
  DRUG_REVIEW_WORKING_DAYS,
  type DrugPaperKind,
  drugApplicationStatusLabel,
  type Pharmacy,
} from '@huimin/domain/special-drugs';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';
import { type CoveredPerson, coveredPeople } from '../policy/index.ts';
import {
  ANSWER_SEAL,
  CASE_SEAL,
  type DrugAnswer,
  type DrugCase,
  type DrugDependencies,
  type DrugPlace,
  PLACE_SEAL,
} from './drug-deps.ts';
import { drugBenefit, drugLists } from './drug-lists.ts';
import { type DrugRow, usedOfPolicies } from './drug-store.ts';

const DAY_MS = 86_400_000;

export const drugCase = (deps: Pick<DrugDependencies, 'vault'>, row: DrugRow): DrugCase =>
  deps.vault.openJson<DrugCase>(CASE_SEAL, row.case_sealed);

export const drugAnswer = (deps: Pick<DrugDependencies, 'vault'>, row: DrugRow): DrugAnswer | null =>
  row.answer_sealed && deps.vault.openJson<DrugAnswer>(ANSWER_SEAL, row.answer_sealed);

export const drugPlace = (deps: Pick<DrugDependencies, 'vault'>, row: DrugRow): DrugPlace | null =>
  row.place_sealed && deps.vault.openJson<DrugPlace>(PLACE_SEAL, row.place_sealed);

/** By when an application is looked at. */
function drugReviewBy(row: Pick<DrugRow, 'submitted_at'>): string {
  return formatDeadline(deadlineAfter(row.submitted_at, DRUG_REVIEW_WORKING_DAYS));
}

/** What is left of a policy's benefit for drugs, and what was paid for each application. */
export interface DrugMoney {
  readonly deductibleLeftFen: number;
  readonly limitLeftFen: number;
  readonly paidFen: ReadonlyMap<bigint, number>;
}

export async function drugMoney(
  query: Query,
  shard: number,
  people: readonly Pick<CoveredPerson, 'policyId' | 'benefits'>[],
): Promise<Map<bigint, DrugMoney>> {
  const used = await usedOfPolicies(
    query,
    shard,
    people.map(({ policyId }) => policyId),
  );
  return new Map(
    people.map(({ policyId, benefits }) => {
      const { deductibleFen, limitFen } = drugBenefit(benefits);
      const own = used.filter((row) => row.policy_id === policyId);
      const deductedFen = own.reduce((sum, row) => sum + row.deducted_fen, 0);
      const paidFen = own.reduce((sum, row) => sum + row.paid_fen, 0);
      const money: DrugMoney = {
        deductibleLeftFen: Math.max(0, deductibleFen - deductedFen),
        limitLeftFen: Math.max(0, limitFen - paidFen),
        paidFen: new Map(own.map((row) => [row.application_id, row.paid_fen])),
      };
      return [policyId, money];
    }),
  );
}

/** What a cycle of the drug costs its resident, by the ratio that the pharmacist's finding leads to. */
export function drugCoPay(
  { drug }: DrugCase,
  answer: DrugAnswer | null,
  left: DrugMoney,
  {
    applicationId,
    priceFen = drug.priceFen,
  }: { readonly applicationId: bigint; readonly priceFen?: number | undefined },
): CoPay {
  const drugLeftFen =
    drug.limitFen === null ? left.limitLeftFen : Math.max(0, drug.limitFen - (left.paidFen.get(applicationId) ?? 0));
  return coPayOf({
    priceFen,
    deductibleLeftFen: left.deductibleLeftFen,
    ratioPercent: answer?.preExisting ? drug.preExistingRatioPercent : drug.ratioPercent,
    limitLeftFen: Math.min(left.limitLeftFen, drugLeftFen),
  });
}

const NOTHING_LEFT: DrugMoney = { deductibleLeftFen: 0, limitLeftFen: 0, paidFen: new Map() };

interface Views {
  readonly people: DrugPersonValue[];
  readonly applications: DrugApplicationValue[];
}

/** For whom drugs can be asked for, and these applications. */
export async function drugViews(
  deps: DrugDependencies,
  user: SessionUser,
  editionCode: string,
  rows: readonly DrugRow[],
): Promise<Views> {
  const covered = await coveredPeople(deps, user, editionCode);
  const money = await drugMoney(deps.database.query, user.shard, covered);
  const { pharmacies } = await drugLists(deps.database.query, editionCode);
  return {
    people: covered.map(({ policyId, policyNo, details, relationship, validDate, invalidDate, isOpen }) => {
      const { deductibleLeftFen, limitLeftFen } = money.get(policyId) ?? NOTHING_LEFT;
      const period = { validDate, invalidDate, isOpen };
      return { policyNo, name: details.name, relationship, ...period, deductibleLeftFen, limitLeftFen };
    }),
    applications: rows.map((row) => applicationView(deps, row, money.get(row.policy_id) ?? NOTHING_LEFT, pharmacies)),
  };
}

function applicationView(
  deps: DrugDependencies,
  row: DrugRow,
  left: DrugMoney,
  pharmacies: readonly Pharmacy[],
): DrugApplicationValue {
  const subject = drugCase(deps, row);
  const answer = drugAnswer(deps, row);
  const place = drugPlace(deps, row);
  const { drug } = subject;
  const isSettled = row.status === 'refused' || row.status === 'papers-wanted';
  return {
    drugApplicationNo: deps.numbers.drugApplicationNo(row.id),
    ...{ drugCode: drug.code, drugName: drug.genericName, cycleText: drug.cycleText, personName: subject.name },
    ...{ status: row.status, statusLabel: drugApplicationStatusLabel(row.status) },
    answer: isSettled ? (answer?.note ?? null) : null,
    createdAt: formatDateTime(row.created_at),
    reviewBy: row.status === 'reviewing' ? drugReviewBy(row) : null,
    papers: DRUG_PAPERS.map(({ kind, label }) => ({ kind, label, count: subject.papers[kind]?.length ?? 0 })),
    ...{ cycles: row.cycles, cyclesDone: row.cycles_done },
    nextDueOn: row.next_due_at === null ? null : formatDotDate(row.next_due_at),
    place: place && {
      ...{ way: place.way, pharmacy: place.pharmacy },
      recipient: place.recipient && { name: place.recipient.name, phoneMasked: maskPhone(place.recipient.phone) },
    },
    coPay: drugCoPay(subject, answer, left, { applicationId: row.id }),
    pharmacies: row.status === 'approved' ? pharmacies.filter(({ code }) => drug.pharmacyCodes.includes(code)) : [],
  };
}

/** The moment at which the next cycle begins: midnight of its first day. */
export function nextCycleMs(collectedAtMs: number, cycleDays: number): number {
  return Date.parse(`${addDays(beijingDate(collectedAtMs), cycleDays)}T00:00:00+08:00`);
}

/** Told so long before, so that nobody is without the drug. */
export const CYCLE_TOLD_BEFORE_MS = 7 * DAY_MS;

/** Papers by kind, those of before and those that were added. */
export function papersTogether(
  before: DrugCase['papers'],
  added: readonly { readonly kind: DrugPaperKind; readonly fileIds: readonly string[] }[],
): DrugCase['papers'] {
  const together: Record<string, readonly string[]> = { ...before };
  for (const { kind, fileIds } of added) together[kind] = [...new Set([...(together[kind] ?? []), ...fileIds])];
  return together;
}
