import Type, { type Static } from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { ApprovalView } from '../staff/staff-schemas.ts';

/** Rechecks of claims, applications for listed drugs, appeals against answers about pre-existing conditions. */
export const ReviewQueueName = Type.Enum(['recheck', 'drug', 'appeal'], { description: '哪一种审核' });
export type ReviewQueue = Static<typeof ReviewQueueName>;
/** Waits for us, for the pharmacy, for the resident, or is decided. */
export const ReviewStage = Type.Enum(['open', 'collect', 'theirs', 'done'], { description: '办到哪一步' });
export const ReviewNo = Type.String({ pattern: '^[0-9A-Z]{1,40}$', description: '审核编号' });
export const ReviewVerdict = Type.Enum(
  ['upheld', 'corrected', 'approve', 'refuse', 'ask-papers', 'collected', 'correct', 'confirm'],
  { description: '审核结果' },
);
export type ReviewVerdictName = Static<typeof ReviewVerdict>;

const Maybe = Type.Union([Type.String(), Type.Null()]);
const MaybeFen = Type.Union([Type.Integer(), Type.Null()]);

/** Numbers, days and where it stands: neither names nor drugs nor anything of an illness. */
export const ReviewLine = Type.Object({
  reviewNo: ReviewNo,
  /** The number that people know it by: of a recheck its claim's. */
  number: Type.String(),
  edition: Type.String(),
  editionName: Type.String(),
  /** Of an appeal why, of everything else nothing. */
  about: Maybe,
  place: Type.String(),
  askedAt: BeijingTime,
  /** By when it is to be decided; null where nobody waits for us. */
  dueAt: Type.Union([BeijingTime, Type.Null()]),
  statusLabel: Type.String(),
  tone: Type.Enum(['success', 'warn', 'error', 'info', 'neutral']),
  /** A second person is still to look. */
  waits: Type.Boolean(),
});
export type ReviewLineValue = Static<typeof ReviewLine>;

/** One step of a sum; its lines come to its result. */
export const SumStep = Type.Object({
  title: Type.String(),
  everyday: Type.String(),
  lines: Type.Array(
    Type.Object({
      label: Type.String(),
      sign: Type.Enum(['', '+', '-']),
      fen: Type.Integer(),
      /** Where the line is a share of something: of what, and how many ten-thousandths. */
      of: Type.Union([Type.Object({ fen: Type.Integer(), ratio: Type.Integer() }), Type.Null()]),
    }),
  ),
  resultLabel: Type.String(),
  resultFen: Type.Integer(),
  note: Maybe,
});
export type SumStepValue = Static<typeof SumStep>;

export const ReviewView = Type.Object({
  line: ReviewLine,
  queue: ReviewQueueName,
  name: Type.String(),
  idNumber: Type.String(),
  /** The person's place in the console, for whoever may see people. */
  person: Maybe,
  facts: Type.Array(Type.Object({ label: Type.String(), text: Type.String() })),
  /** What the resident wrote. */
  words: Maybe,
  papers: Type.Array(
    Type.Object({
      label: Type.String(),
      files: Type.Array(Type.Object({ fileId: Type.String(), fileName: Type.String(), isPicture: Type.Boolean() })),
    }),
  ),
  /** Each step of the sum as the resident sees it. */
  steps: Type.Array(SumStep),
  /** What the rules come to and what the insurer pays; null where that is none of this. */
  rulesFen: MaybeFen,
  insurerFen: MaybeFen,
  /** What may be decided now, and which of it needs a second person. */
  verdicts: Type.Array(Type.Object({ verdict: ReviewVerdict, two: Type.Boolean() })),
  answer: Maybe,
  decidedBy: Maybe,
  approvals: Type.Array(ApprovalView),
});
export type ReviewViewValue = Static<typeof ReviewView>;
