import Type, { type Static } from 'typebox';
import { BeijingTime, EditionCode, Fen } from '../vocabulary/schemas.ts';

/** One of the people whose claims the account may ask for, as `queryClaimPeople` names them. */
export const ClaimPersonKey = Type.String({ pattern: '^[0-9A-Z]{10,32}$', description: '查谁的理赔' });
export const CaseNo = Type.String({ pattern: '^[0-9A-Za-z-]{6,40}$', description: '案件号' });

export const ClaimPerson = Type.Object({
  personKey: ClaimPersonKey,
  name: Type.String(),
  idNumberMasked: Type.String(),
  relation: Type.Enum(['self', 'child']),
});
export type ClaimPersonValue = Static<typeof ClaimPerson>;

const Day = Type.String({ description: 'YYYY-MM-DD' });
const DayOrNull = Type.Union([Day, Type.Null()]);

/** Who pays what of a case; the parts come to the total. */
const ClaimSums = Type.Object({
  totalFen: Fen,
  /** By the medical insurance, the serious illness insurance and others. */
  medicalFen: Fen,
  deductibleFen: Fen,
  payableFen: Fen,
  ownFen: Fen,
  /** The ratio where all that is paid is paid by one, in ten-thousandths. */
  ratio: Type.Union([Type.Integer(), Type.Null()]),
});

/** One claim, as the insured or a minor's guardian sees it. Never what somebody has. */
export const Claim = Type.Object({
  caseNo: CaseNo,
  editionCode: EditionCode,
  editionYear: Type.Integer(),
  productName: Type.String(),
  kind: Type.Enum(['inpatient', 'outpatient', 'drug']),
  kindLabel: Type.String(),
  /** Which of its kind in the year, from 1. */
  ordinal: Type.Integer(),
  hospital: Type.String(),
  visitFrom: Day,
  visitTo: Day,
  /** Settled at the hospital, without papers of the insured's. */
  oneStop: Type.Boolean(),
  status: Type.Enum(['accepted', 'papers-asked', 'reviewing', 'calculating', 'to-pay', 'paid', 'refused', 'withdrawn']),
  statusLabel: Type.String(),
  acceptedOn: Day,
  papersOn: DayOrNull,
  decidedOn: DayOrNull,
  paidOn: DayOrNull,
  refusal: Type.Union([Type.String(), Type.Null()]),
  missingPapers: Type.Array(Type.String()),
  /** By when the law wants something done. */
  clock: Type.Union([Type.Object({ text: Type.String(), byDay: Day, isOver: Type.Boolean() }), Type.Null()]),
  totalFen: Fen,
  /** Null for one that does not count: withdrawn, or refused for another reason than the deductible. */
  sums: Type.Union([ClaimSums, Type.Null()]),
  /** Deductibles that the year has not reached, where nothing is paid for that. */
  shortfalls: Type.Array(
    Type.Object({ label: Type.String(), accumulatedFen: Fen, deductibleFen: Fen, text: Type.String() }),
  ),
  /** The insurer has not said yet what it pays. */
  isEstimate: Type.Boolean(),
  /** What the insurer pays, and whether that is what the rules come to; null before it says so. */
  insurerFen: Type.Union([Fen, Type.Null()]),
  agrees: Type.Union([Type.Boolean(), Type.Null()]),
  accountTail: Type.Union([Type.String(), Type.Null()]),
});
export type ClaimValue = Static<typeof Claim>;

const SumLine = Type.Object({
  label: Type.String(),
  sign: Type.Enum(['', '+', '-']),
  fen: Fen,
  /** Where it is a share: of what, and how much in ten-thousandths. */
  of: Type.Union([Type.Object({ fen: Fen, ratio: Type.Integer() }), Type.Null()]),
});

export const ClaimStep = Type.Object({
  key: Type.Enum(['remaining', 'in-scope', 'out-of-scope', 'special-drug', 'total']),
  title: Type.String(),
  /** In everyday words. */
  everyday: Type.String(),
  lines: Type.Array(SumLine),
  resultLabel: Type.String(),
  resultFen: Fen,
  note: Type.Union([Type.String(), Type.Null()]),
});
export type ClaimStepValue = Static<typeof ClaimStep>;

/** Where a category stands in the year once a case is counted in. */
export const ClaimBalance = Type.Object({
  key: Type.Enum(['in-scope', 'out-of-scope', 'special-drug']),
  label: Type.String(),
  accumulatedFen: Fen,
  deductibleFen: Fen,
  deductibleUsedFen: Fen,
  limitFen: Fen,
  limitLeftFen: Fen,
});
export type ClaimBalanceValue = Static<typeof ClaimBalance>;

/** How a claim was worked out. */
export const ClaimCalculation = Type.Object({
  steps: Type.Array(ClaimStep),
  balances: Type.Array(ClaimBalance),
  ratioClassLabel: Type.String(),
  ruleLabel: Type.String(),
  dataAsOf: Day,
});
export type ClaimCalculationValue = Static<typeof ClaimCalculation>;

/** The wish to have a claim worked out again. */
export const ClaimRecheck = Type.Object({
  status: Type.Enum(['asked', 'upheld', 'corrected', 'withdrawn']),
  statusLabel: Type.String(),
  askedAt: BeijingTime,
  /** By when it is answered. */
  until: Type.Union([Type.String(), Type.Null()]),
  answer: Type.Union([Type.String(), Type.Null()]),
  /** That there is an answer is also told by text message. */
  tellsByMessage: Type.Boolean(),
});
export type ClaimRecheckValue = Static<typeof ClaimRecheck>;
