import type { ClaimBalanceValue, ClaimCalculationValue, ClaimValue } from '@huimin/contract';
import {
  type AdjustedCase,
  adjustYear,
  belowText,
  type CaseCosts,
  type CaseToAdjust,
  categoriesOf,
  claimClock,
  claimStatusLabel,
  countsForYear,
  explainCase,
  isDecided,
  RATIO_CLASSES,
  REFUSAL_REASONS,
  VISIT_KINDS,
} from '@huimin/domain/adjustment';
import { beijingDate } from '@huimin/domain/date';
import type { StoredClaim } from './case-store.ts';
import type { ClaimBooksDependencies } from './claims-deps.ts';
import { openRuleBook, type RuleBook } from './rule-store.ts';

/** A claim and what the rules make of it; null where it does not count. */
export interface WorkedClaim {
  readonly stored: StoredClaim;
  readonly costs: CaseCosts;
  readonly adjusted: AdjustedCase | null;
  /** Where it stands in the order in which its year is worked out. */
  readonly place: number;
  readonly ordinal: number;
}

/** Works out all years of one person. Each claim by the version of the rules that counted when the insurer told of it. */
export async function workOut(
  { database }: Pick<ClaimBooksDependencies, 'database'>,
  claims: readonly StoredClaim[],
  book?: RuleBook,
): Promise<WorkedClaim[]> {
  const rules = book ?? (await openRuleBook(database.query));
  const adjusted = new Map<string, { one: AdjustedCase; place: number }>();
  for (const ofYear of Map.groupBy(claims, ({ row }) => row.edition_code).values()) {
    const counting = ofYear.filter(({ row }) => countsForYear(row)).flatMap((claim) => toAdjust(rules, claim) ?? []);
    for (const [place, one] of adjustYear(counting).entries()) adjusted.set(one.caseNo, { one, place });
  }
  return claims.map((stored) => ({
    stored,
    costs: costsOf(stored),
    adjusted: adjusted.get(stored.row.case_no)?.one ?? null,
    place: adjusted.get(stored.row.case_no)?.place ?? -1,
    ordinal: ordinalOf(stored, claims),
  }));
}

function toAdjust(rules: RuleBook, stored: StoredClaim): CaseToAdjust | null {
  const { row } = stored;
  const set = rules.rules(row.edition_code, row.rule_version);
  const categories = set && categoriesOf(set, row.plan_code);
  if (!set || !categories) return null;
  return {
    ...costsOf(stored),
    ...{ caseNo: row.case_no, decidedOn: row.decided_on, visitTo: row.visit_to, ratioClass: row.ratio_class },
    ...{ rules: categories, rounding: set.rounding },
  };
}

function costsOf({ settlements }: StoredClaim): CaseCosts {
  const sum = (part: (row: StoredClaim['settlements'][number]) => number): number =>
    settlements.reduce((all, row) => all + part(row), 0);
  return {
    totalFen: sum((row) => row.total_fen),
    medicalFen: sum((row) => row.medical_fen),
    seriousFen: sum((row) => row.serious_fen),
    otherFen: sum((row) => row.other_fen),
    costs: {
      'in-scope': sum((row) => row.in_scope_fen),
      'out-of-scope': sum((row) => row.out_of_scope_fen),
      'special-drug': sum((row) => row.special_drug_fen),
    },
  };
}

/** Which visit of its kind in the year, by the day it ended. */
function ordinalOf({ row }: StoredClaim, claims: readonly StoredClaim[]): number {
  const earlier = claims.filter(
    ({ row: other }) =>
      other.edition_code === row.edition_code &&
      other.kind === row.kind &&
      `${other.visit_to} ${other.case_no}` < `${row.visit_to} ${row.case_no}`,
  );
  return earlier.length + 1;
}

/** The year of the edition that a claim is by; null: there is no such edition. */
export function yearOf(
  { editions }: Pick<ClaimBooksDependencies, 'editions'>,
  { edition_code: code }: StoredClaim['row'],
): number | null {
  return editions.edition(code)?.document.editionYear ?? null;
}

/** What the insurer says it pays; null before it does. */
export function insurerFenOf({ row }: StoredClaim): number | null {
  if (!isDecided(row.status)) return null;
  return row.payable_fen ?? 0;
}

export function claimView(deps: Pick<ClaimBooksDependencies, 'editions' | 'clock'>, worked: WorkedClaim): ClaimValue {
  const { stored, costs, adjusted } = worked;
  const { row, secrets } = stored;
  const document = deps.editions.edition(row.edition_code)?.document;
  const insurerFen = insurerFenOf(stored);
  const days = {
    status: row.status,
    acceptedOn: row.accepted_on,
    papersOn: row.papers_on,
    decidedOn: row.decided_on,
    visitTo: row.visit_to,
  };
  const clock = claimClock(days, beijingDate(deps.clock.now()));
  return {
    caseNo: row.case_no,
    editionCode: row.edition_code,
    editionYear: document?.editionYear ?? 0,
    productName: document?.proName ?? '',
    kind: row.kind,
    kindLabel: VISIT_KINDS[row.kind],
    ordinal: worked.ordinal,
    hospital: secrets.hospital,
    visitFrom: row.visit_from,
    visitTo: row.visit_to,
    oneStop: row.one_stop,
    status: row.status,
    statusLabel: claimStatusLabel(row.status),
    ...{ acceptedOn: row.accepted_on, papersOn: row.papers_on, decidedOn: row.decided_on, paidOn: row.paid_on },
    refusal: row.refusal === null ? null : REFUSAL_REASONS[row.refusal],
    missingPapers: row.missing_papers === '' ? [] : row.missing_papers.split('、'),
    clock: clock && { text: clock.text, byDay: clock.byDay, isOver: clock.isOver },
    totalFen: costs.totalFen,
    sums: adjusted && sumsOf(costs, adjusted),
    shortfalls: adjusted === null || adjusted.payableFen > 0 ? [] : adjusted.steps.flatMap(shortfallOf),
    isEstimate: insurerFen === null,
    insurerFen,
    agrees: insurerFen === null || adjusted === null ? null : insurerFen === adjusted.payableFen,
    accountTail: secrets.accountTail,
  };
}

function shortfallOf(step: AdjustedCase['steps'][number]) {
  const text = belowText(step);
  const { label, accumulatedFen, deductibleFen, amountFen } = step;
  return text === null || amountFen === 0 ? [] : [{ label, accumulatedFen, deductibleFen, text }];
}

function sumsOf(costs: CaseCosts, { steps, payableFen, ownFen }: AdjustedCase): NonNullable<ClaimValue['sums']> {
  const deductibleFen = steps.reduce((sum, step) => sum + step.deductibleTakenFen, 0);
  const ratios = new Set(steps.filter((step) => step.payableFen > 0).map((step) => step.ratio));
  const [ratio] = ratios;
  return {
    totalFen: costs.totalFen,
    medicalFen: costs.medicalFen + costs.seriousFen + costs.otherFen,
    deductibleFen,
    payableFen,
    ownFen: ownFen - deductibleFen,
    ratio: ratios.size === 1 && ratio !== undefined ? ratio : null,
  };
}

/** Every step, and where the year stands after it. */
export function calculationOf(
  deps: Pick<ClaimBooksDependencies, 'editions'>,
  book: RuleBook,
  { stored: { row }, costs, adjusted }: WorkedClaim,
): ClaimCalculationValue | null {
  if (adjusted === null) return null;
  return {
    steps: explainCase(costs, adjusted, yearOf(deps, row)).map((step) => ({
      ...step,
      lines: step.lines.map((line) => ({ ...line })),
    })),
    balances: balancesOf(adjusted),
    ratioClassLabel: RATIO_CLASSES[row.ratio_class],
    ruleLabel: book.rules(row.edition_code, row.rule_version)?.label ?? '',
    dataAsOf: row.data_as_of,
  };
}

function balancesOf({ steps }: AdjustedCase): ClaimBalanceValue[] {
  return steps.map((step) => ({
    key: step.category,
    label: step.label,
    accumulatedFen: step.accumulatedFen,
    deductibleFen: step.deductibleFen,
    deductibleUsedFen: Math.min(step.deductibleUsedFen, step.deductibleFen),
    limitFen: step.limitFen,
    limitLeftFen: step.limitLeftAfterFen,
  }));
}
