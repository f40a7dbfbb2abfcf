import Type, { type Static } from 'typebox';
import { BeijingTime, OrderNo } from '../../vocabulary/schemas.ts';

export const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: '日期' });
export const DifferenceNo = Type.String({ pattern: '^[0-9]{1,19}$', description: '差异编号' });
/** Below zero: money that went out, or less than ours. */
const SignedFen = Type.Integer({ description: '金额，单位分，可以为负' });
const Text = Type.String();
const TextOrNull = Type.Union([Text, Type.Null()]);
const FenOrNull = Type.Union([SignedFen, Type.Null()]);
const TimeOrNull = Type.Union([BeijingTime, Type.Null()]);

export const DifferenceClassName = Type.Enum(['provider-only', 'book-only', 'amount', 'state', 'cross-day', 'refund'], {
  description: '分类',
});
export const ResolutionName = Type.Enum(['booked', 'refunded', 'held', 'corrected', 'checked'], {
  description: '处理方式',
});
const Tone = Type.Enum(['success', 'warn', 'error', 'info', 'neutral']);

export const IssueResolutionName = Type.Enum(['insurer-corrects', 'corrected-here', 'checked'], {
  description: '出单差怎么处理',
});

/** Payments and refunds of one side: how many, and their sums. */
const Sums = Type.Object({
  payments: Type.Integer(),
  paymentFen: SignedFen,
  refunds: Type.Integer(),
  refundFen: SignedFen,
});
export type SumsValue = Static<typeof Sums>;

/** One day in the list of days. */
export const ReconciliationDayLine = Type.Object({
  day: Day,
  /** Differences that somebody has to decide, or that the next bill will tell. */
  open: Type.Integer(),
  held: Type.Integer(),
  /** Bills that were asked for and are not there. */
  missing: Type.Integer(),
  /** Bills whose time has not come. */
  notDue: Type.Integer(),
  billFen: SignedFen,
  bookFen: SignedFen,
  isClosed: Type.Boolean(),
});
export type ReconciliationDayLineValue = Static<typeof ReconciliationDayLine>;

/** One provider's bill against the books. */
const ProviderDay = Type.Object({
  provider: Text,
  label: Text,
  version: Type.Integer(),
  sha1: Text,
  finishedAt: BeijingTime,
  durationMs: Type.Integer(),
  bill: Sums,
  book: Sums,
  matched: Type.Integer(),
  open: Type.Integer(),
  held: Type.Integer(),
});

/** What bill less book is made of: the differences, and ours of another day that a line stands against. */
const GapParts = Type.Object({
  gapFen: SignedFen,
  parts: Type.Array(Type.Object({ label: Text, fen: SignedFen })),
});
export type GapPartsValue = Static<typeof GapParts>;

export const ReconciliationDayView = Type.Object({
  day: Day,
  providers: Type.Array(ProviderDay),
  /** Bills that are not there; `isDue`: their time has come. */
  missing: Type.Array(Type.Object({ label: Text, problem: Text, isDue: Type.Boolean() })),
  /** It was asked for again and is not done. */
  isPending: Type.Boolean(),
  bill: Sums,
  book: Sums,
  matched: Type.Integer(),
  payments: GapParts,
  refunds: GapParts,
  classes: Type.Array(Type.Object({ class: DifferenceClassName, label: Text, count: Type.Integer() })),
  /** Decided once and gone since: no part of the sums. */
  gone: Type.Integer(),
  open: Type.Integer(),
  held: Type.Integer(),
  insurer: Type.Union([
    Type.Null(),
    Type.Object({
      policies: Type.Integer(),
      fen: SignedFen,
      ownPolicies: Type.Integer(),
      ownFen: SignedFen,
      open: Type.Integer(),
      waiting: Type.Integer(),
      comparedAt: TimeOrNull,
      /** What they come to is `fen`. */
      shares: Type.Array(Type.Object({ name: Text, fen: SignedFen })),
    }),
  ]),
  /** Paid on this day, some minutes ago, and without a policy; fifty at most. */
  unissued: Type.Array(
    Type.Object({ orderNo: OrderNo, paidAt: BeijingTime, paidFen: SignedFen, statusLabel: Text, tone: Tone }),
  ),
  /** Policies of this day that the insurer's file has otherwise and nobody has decided; fifty at most. */
  issues: Type.Array(
    Type.Object({
      issueNo: DifferenceNo,
      classLabel: Text,
      policyNo: Text,
      insurerFen: FenOrNull,
      ownFen: FenOrNull,
      finding: Text,
      /** Waits for the other person. */
      isUnderWay: Type.Boolean(),
      ways: Type.Array(Type.Object({ resolution: IssueResolutionName, label: Text })),
    }),
  ),
  /** What came into the account of each provider's bill. */
  settlements: Type.Array(
    Type.Object({
      provider: Text,
      label: Text,
      /** Payments less refunds; null while there is no bill. */
      billFen: FenOrNull,
      /** Settled before the fee; less `feeFen` it is `netFen`, which is what its transfers come to. */
      grossFen: SignedFen,
      feeFen: SignedFen,
      netFen: SignedFen,
      stateLabel: Text,
      tone: Tone,
      transfers: Type.Array(Type.Object({ reference: Text, arrivedOn: Day, netFen: SignedFen, takenBy: Text })),
    }),
  ),
  closing: Type.Object({
    /** Why it cannot be closed yet; empty when it can. */
    problems: Type.Array(Text),
    /** Somebody asked for it. */
    isAsked: Type.Boolean(),
    closedAt: TimeOrNull,
    closedBy: Text,
    /** Its sums are others since. */
    hasChanged: Type.Boolean(),
  }),
});
export type ReconciliationDayValue = Static<typeof ReconciliationDayView>;

export const DifferenceLine = Type.Object({
  differenceNo: DifferenceNo,
  class: DifferenceClassName,
  classLabel: Text,
  tone: Tone,
  provider: Text,
  /** Shortened. */
  number: Text,
  /** A refund is below zero. */
  billFen: FenOrNull,
  bookFen: FenOrNull,
  gapFen: SignedFen,
  finding: Text,
  advice: Text,
  state: Type.Enum(['open', 'waiting', 'held', 'resolved']),
  stateLabel: Text,
  /** What it was decided to be; null while it is not. */
  decided: TextOrNull,
  /** Another person has to agree, or the job has to do it. */
  isUnderWay: Type.Boolean(),
});
export type DifferenceLineValue = Static<typeof DifferenceLine>;

const Moment = Type.Object({
  at: BeijingTime,
  text: Text,
  detail: Text,
  mark: Type.Enum(['plain', 'done', 'bad', 'now']),
});
export type DifferenceMomentValue = Static<typeof Moment>;

export const DifferenceView = Type.Intersect([
  DifferenceLine,
  Type.Object({
    day: Day,
    kind: Type.Enum(['payment', 'refund']),
    wholeNumber: Text,
    merchantOrderNo: Text,
    refundNo: TextOrNull,
    orderNo: TextOrNull,
    orderStatus: TextOrNull,
    orderTone: Tone,
    moments: Type.Array(Moment),
    /** What may be decided, in the order in which it is offered. */
    ways: Type.Array(Type.Object({ resolution: ResolutionName, label: Text, means: Text, isAdvised: Type.Boolean() })),
    /** What was asked for last. */
    decision: Type.Union([
      Type.Null(),
      Type.Object({
        approvalNo: Text,
        label: Text,
        reason: Text,
        stateLabel: Text,
        problem: Text,
        askedAt: BeijingTime,
      }),
    ]),
  }),
]);
export type DifferenceValue = Static<typeof DifferenceView>;

/** The ledger now; a balance above zero is a debit balance. */
export const TrialBalanceView = Type.Object({
  at: BeijingTime,
  isRight: Type.Boolean(),
  totalFen: SignedFen,
  accounts: Type.Array(
    Type.Object({
      account: Text,
      label: Text,
      debitFen: SignedFen,
      creditFen: SignedFen,
      balanceFen: SignedFen,
      postings: Type.Integer(),
    }),
  ),
  /** Money at one provider by its payments and refunds, and by the ledger. */
  clearing: Type.Array(
    Type.Object({
      provider: Text,
      label: Text,
      paymentsFen: SignedFen,
      refundsFen: SignedFen,
      /** Put off by two people: what its bill has more than the books. */
      heldFen: SignedFen,
      clearingFen: SignedFen,
      isRight: Type.Boolean(),
    }),
  ),
  /** Payments and refunds by how they are posted; `overdue` and `wrong` ought to be none. */
  facts: Type.Object({
    posted: Type.Integer(),
    waiting: Type.Integer(),
    overdue: Type.Integer(),
    wrong: Type.Integer(),
  }),
  /** Companies that have used or got back more than they paid in. */
  overdrawnGroups: Type.Integer(),
});
