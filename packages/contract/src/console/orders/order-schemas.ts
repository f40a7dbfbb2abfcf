import Type, { type Static } from 'typebox';
import { PAYMENT_METHODS } from '../../vocabulary/index.ts';
import { BeijingTime, Fen, OrderNo } from '../../vocabulary/schemas.ts';
import { ApprovalView } from '../staff/staff-schemas.ts';

export const BeijingDay = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: '日期' });
export const CityCode = Type.String({ pattern: '^32[0-9]{4}$', description: '城市代码' });
export const MethodName = Type.Enum([...PAYMENT_METHODS, 'transfer'], { description: '付款方式' });
/** To what an order is put down; direct: to nobody. */
export const OrderSource = Type.Enum(['direct', 'share', 'agent', 'outlet'], { description: '来源' });
/** Statuses as a desk looks for them. */
export const OrderGroup = Type.Enum(
  ['unpaid', 'confirming', 'paid', 'issued', 'refunding', 'refunded', 'closed', 'trouble'],
  { description: '订单状态' },
);
export const Tone = Type.Enum(['success', 'warn', 'error', 'info', 'neutral']);

const Text = Type.String();
const Moment = Type.Union([BeijingTime, Type.Null()]);
const TextOrNull = Type.Union([Text, Type.Null()]);

/** One order as the list shows it. */
export const OrderLine = Type.Object({
  orderNo: OrderNo,
  createdAt: BeijingTime,
  /** Masked. */
  payer: Text,
  people: Type.Integer(),
  place: Text,
  method: TextOrNull,
  amountFen: Fen,
  statusLabel: Text,
  tone: Tone,
  source: Text,
});
export type OrderLineValue = Static<typeof OrderLine>;
/** What somebody's policy gives back now. */
const Refundable = Type.Object({
  amountFen: Fen,
  /** Null: it can be given back. */
  why: TextOrNull,
});

const OrderPerson = Type.Object({
  policyNo: Text,
  name: Text,
  relation: Text,
  idNumber: Text,
  place: Text,
  policyLabel: Text,
  tone: Tone,
  issuedAt: Moment,
  premiumFen: Fen,
  refund: Refundable,
});

const OrderAttempt = Type.Object({
  payNo: Text,
  method: Text,
  at: BeijingTime,
  /** The channel's number, masked. */
  channelNo: TextOrNull,
  label: Text,
  tone: Tone,
  note: Text,
  amountFen: Fen,
});

const MoneyStep = Type.Object({
  mark: Type.Enum(['done', 'now', 'next', 'bad']),
  title: Text,
  note: TextOrNull,
  at: TextOrNull,
  /** By when, where it was promised. */
  latest: TextOrNull,
});
export type MoneyStepValue = Static<typeof MoneyStep>;

/** Money by three books, and how it went. */
export const MoneyStory = Type.Object({
  /** With the channels: taken less given back. */
  channelFen: Type.Integer(),
  /** By the order: its premium less what was given back of it. */
  orderFen: Type.Integer(),
  /** By the policies that were issued and stand. */
  insurerFen: Type.Integer(),
  banner: Type.Union([
    Type.Object({ tone: Type.Enum(['info', 'warn', 'ok', 'err']), title: Text, text: Text }),
    Type.Null(),
  ]),
  steps: Type.Array(MoneyStep),
});
export type MoneyStoryValue = Static<typeof MoneyStory>;

const Happened = Type.Object({
  at: BeijingTime,
  who: Text,
  what: Text,
  before: Text,
  after: Text,
  label: Text,
  tone: Tone,
});
/** Leads to a person's page; it tells nothing of the person. */
export const PersonKey = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$', description: '人的编号' });
export const OrderView = Type.Object({
  orderNo: OrderNo,
  product: Text,
  statusLabel: Text,
  tone: Tone,
  issued: Type.Object({ done: Type.Integer(), of: Type.Integer() }),
  premiumFen: Fen,
  paidFen: Fen,
  payer: Type.Object({
    name: Text,
    idNumber: Text,
    phone: Text,
    /** Leads to the payer's page; null for who may not open it. */
    person: Type.Union([PersonKey, Type.Null()]),
  }),
  createdAt: BeijingTime,
  paidAt: Moment,
  issuedAt: Moment,
  closedAt: Moment,
  /** Until when it may be paid, while it may. */
  payableUntil: Moment,
  method: TextOrNull,
  source: Text,
  /** The agent or channel it is put down to. */
  channel: TextOrNull,
  shareCode: TextOrNull,
  people: Type.Array(OrderPerson),
  /** `shortName` is the whole name where the edition has no other. */
  shares: Type.Array(Type.Object({ name: Text, shortName: Text, percent: Type.Integer(), amountFen: Fen })),
  attempts: Type.Array(OrderAttempt),
  money: MoneyStory,
  happened: Type.Array(Happened),
  approvals: Type.Array(ApprovalView),
  evidence: Type.Object({
    state: Type.Enum(['bound', 'unrecorded', 'foreign', 'none']),
    label: Text,
    trace: TextOrNull,
    batches: Type.Integer(),
    sealed: Type.Boolean(),
  }),
  neighbours: Type.Object({ newer: TextOrNull, older: TextOrNull }),
  /** Until when this person sees its people unmasked; whether a request for it waits. */
  reveal: Type.Object({ until: Moment, waiting: Type.Boolean() }),
  /** Why an action cannot be taken; null: it can. */
  actions: Type.Object({ issueAgain: TextOrNull, refund: TextOrNull }),
});
export type OrderViewValue = Static<typeof OrderView>;

export const RefundNo = Type.String({ pattern: '^RJS[0-9]{21}(T[0-9]{2})?$', description: '退款单号' });
export const RefundTab = Type.Enum(['review', 'second', 'moving', 'stuck', 'done', 'returned'], {
  description: '哪一栏',
});
export const RefundReason = Type.Enum(
  ['wrong-details', 'duplicate', 'not-eligible', 'region-changed', 'other-cover', 'not-needed', 'other'],
  { description: '退款原因' },
);

/** One refund as the queue shows it. */
export const RefundLine = Type.Object({
  refundNo: RefundNo,
  orderNo: OrderNo,
  appliedAt: BeijingTime,
  payer: Text,
  people: Type.Integer(),
  amountFen: Fen,
  reason: Text,
  to: Text,
  /** By when it is to be decided; null where it is. */
  dueAt: Moment,
  statusLabel: Text,
  tone: Tone,
});
export type RefundLineValue = Static<typeof RefundLine>;

export const RefundView = Type.Object({
  ...RefundLine.properties,
  applicant: Text,
  whom: Type.Array(Type.Object({ name: Text, idNumber: Text, amountFen: Fen })),
  paidAt: BeijingTime,
  channelNo: Text,
  arrival: Text,
  /** What the rules say of it by themselves. */
  checks: Type.Array(Type.Object({ good: Type.Boolean(), text: Text })),
  standing: Type.Integer(),
  trace: TextOrNull,
  returnedReason: TextOrNull,
  reviewedBy: TextOrNull,
  /** Why whoever looks may not decide it; null: may. */
  whyNotMine: TextOrNull,
  /** Why the last payment by hand that two people agreed to was not recorded. */
  handProblem: TextOrNull,
  held: Type.Union([Type.Literal('waiting'), Type.Literal('unsettled'), Type.Null()]),
  stuck: Type.Union([
    Type.Object({ meaning: Text, ways: Type.Array(Type.Enum(['send-again', 'by-hand'])), retryAt: Moment }),
    Type.Null(),
  ]),
});
export type RefundViewValue = Static<typeof RefundView>;
