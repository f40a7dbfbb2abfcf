import Type, { type Static } from 'typebox';
import {
  BeijingTime,
  ClientKey,
  Deadline,
  Fen,
  OrderNo,
  PolicyNo,
  Relationship,
  SmsCode,
} from '../vocabulary/schemas.ts';

export const RefundReason = Type.Enum(
  ['wrong-details', 'duplicate', 'not-eligible', 'region-changed', 'other-cover', 'not-needed', 'other'],
  { description: '退保原因（字典 refund_reason）' },
);

export const PolicyNos = Type.Array(PolicyNo, { minItems: 1, maxItems: 10 });

/** What confirms a refund, whoever of the order it is for. */
export const RefundConfirmation = {
  orderNo: OrderNo,
  reason: RefundReason,
  /** The sum the person has seen and agreed to; the server computes its own and refuses when they differ. */
  expectedFen: Fen,
  /** From the text message to the policyholder's phone. */
  code: SmsCode,
  /** Made once per confirmed refund; repeats with it give the same refund. */
  clientKey: ClientKey,
  /** Ends automatic re-application of the order too. */
  closeWithholding: Type.Optional(Type.Boolean()),
};

/** A number for the refund as people quote it. */
export const RefundNo = Type.String({ pattern: '^R[A-Z]{2}[0-9]{10,26}$', description: '退款单号' });

export const RefundStep = Type.Object({
  /** done: with its moment; now: what is being waited for; next: still to come; bad: what a person has to sort out. */
  state: Type.Enum(['done', 'now', 'next', 'bad']),
  title: Type.String(),
  note: Type.Union([Type.String(), Type.Null()]),
  amountFen: Type.Union([Fen, Type.Null()]),
  /** Of a step still to come: by when at the latest. */
  at: Type.Union([BeijingTime, Deadline, Type.Null()]),
});

const RefundPerson = Type.Object({
  policyNo: PolicyNo,
  name: Type.String(),
  relationship: Relationship,
  amountFen: Fen,
});

/** One refund with everything that happened to it and what comes next. */
export const RefundProgress = Type.Object({
  refundNo: RefundNo,
  status: Type.Enum(['CREATED', 'REVIEWING', 'PROCESSING', 'SETTLED', 'ABNORMAL', 'CLOSED', 'REJECTED']),
  statusLabel: Type.String(),
  tone: Type.Enum(['ok', 'warn', 'err', 'info', 'neutral']),
  amountFen: Fen,
  people: Type.Array(RefundPerson),
  reasonLabel: Type.String(),
  destination: Type.String(),
  arrivalText: Type.String(),
  /** Null where nothing is to be waited for. */
  latestArrival: Type.Union([Deadline, Type.Null()]),
  appliedAt: BeijingTime,
  settledAt: Type.Union([BeijingTime, Type.Null()]),
  steps: Type.Array(RefundStep),
  /** Differences of upgrades that go back with it, each by the way it was paid. */
  alongside: Type.Optional(
    Type.Array(
      Type.Object({
        refundNo: RefundNo,
        orderNo: OrderNo,
        amountFen: Fen,
        destination: Type.String(),
        statusLabel: Type.String(),
        tone: Type.Enum(['ok', 'warn', 'err', 'info', 'neutral']),
      }),
    ),
  ),
});
export type RefundProgressValue = Static<typeof RefundProgress>;

/** What can be given back now, and what it means; and the refunds there are. */
export const RefundSubmission = Type.Object({
  orderNo: OrderNo,
  productName: Type.String(),
  /** `upgrade`: what goes back is an upgrade; its policies stay, at the plan they had before. */
  kind: Type.Optional(Type.Literal('upgrade')),
  editionYear: Type.Integer(),
  /** False: this edition takes no refunds online; `notOffered` says so. */
  offered: Type.Boolean(),
  notOffered: Type.Union([Type.String(), Type.Null()]),
  people: Type.Array(
    Type.Object({
      policyNo: PolicyNo,
      name: Type.String(),
      relationship: Relationship,
      premiumFen: Fen,
      /** With the difference of an upgrade that stands on this policy. */
      amountFen: Fen,
      /** That difference's part of the sum; absent where there is no such upgrade. */
      upgradeFen: Type.Optional(Fen),
      /** False: `why` says why not. */
      refundable: Type.Boolean(),
      why: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  /** full: before the first day of cover; cash-value: after it. */
  basis: Type.Enum(['full', 'cash-value']),
  basisText: Type.String(),
  consequence: Type.Object({ title: Type.String(), text: Type.String() }),
  destination: Type.String(),
  arrivalText: Type.String(),
  latestArrival: Deadline,
  phoneMasked: Type.String(),
  reasons: Type.Array(Type.Object({ value: RefundReason, label: Type.String() })),
  /** Automatic re-application is open for this order; whether it is to be closed is asked. */
  withholding: Type.Boolean(),
  /** Newest first. */
  refunds: Type.Array(RefundProgress),
});
export type RefundSubmissionValue = Static<typeof RefundSubmission>;
