import Type, { type Static } from 'typebox';
import { AssistanceNo } from '../assisted-sale/assistance-schemas.ts';
import {
  BeijingTime,
  ClientKey,
  Cursor,
  Deadline,
  EditionCode,
  Fen,
  MaskedPerson,
  MedicalType,
  MemberId,
  OrderNo,
  PolicyNo,
  Relationship,
} from '../vocabulary/schemas.ts';

/** What the last asking gave, where the reply was `in-line`; keeps the place. */
export const LineTicket = Type.Optional(Type.String({ maxLength: 80 }));

export const SaveOrderInput = Type.Object({
  /** Made once per confirmed draft; repeats with it give the same order. */
  clientKey: ClientKey,
  productId: Type.Optional(EditionCode),
  planCode: Type.Optional(Type.String({ maxLength: 20 })),
  /** The payer: one of the kept people, relationship 00. */
  policyholderMemberId: MemberId,
  insuredMemberIds: Type.Array(MemberId, { minItems: 1, maxItems: 10 }),
  /** Documents read to their end and agreed to, in the versions shown. */
  agreedDocuments: Type.Array(
    Type.Object({ key: Type.String({ maxLength: 40 }), version: Type.Integer({ minimum: 1 }) }),
    { maxItems: 20 },
  ),
  /** The way of buying that the screen showed; `normal` when left out. Another than is open now is refused. */
  flow: Type.Optional(Type.Enum(['normal', 'early', 'mid', 'assisted'])),
  /** For `assisted`: the help that the resident confirms. */
  assistanceNo: Type.Optional(AssistanceNo),
  /** The recording of this visit; the header `X-Record-Id` goes before it. */
  traceId: Type.Optional(Type.String({ maxLength: 64 })),
  shareCode: Type.Optional(Type.String({ maxLength: 64 })),
  shareFrom: Type.Optional(Type.String({ maxLength: 64 })),
  agentCode: Type.Optional(Type.String({ maxLength: 64 })),
  /** What `addTrajectory` answered when a share was opened here; one that is none is left aside. */
  shareVisit: Type.Optional(Type.String({ maxLength: 64 })),
  lineTicket: LineTicket,
});
export type SaveOrderInputValue = Static<typeof SaveOrderInput>;

/** With the reply `in-line`: more people are buying than can be served at once, and this one has a place. */
export const PlaceInLine = Type.Object({
  ticket: Type.String({ maxLength: 80 }),
  /** About how many are before this one. */
  ahead: Type.Integer({ minimum: 0 }),
  waitMs: Type.Integer({ minimum: 0 }),
  /** When to send the same again, with the ticket; who stays away much longer loses the place. */
  askAgainMs: Type.Integer({ minimum: 1 }),
});
export type PlaceInLineValue = Static<typeof PlaceInLine>;

export const OrderSaved = Type.Object({
  orderNo: OrderNo,
  premiumFen: Fen,
  insuredCount: Type.Integer(),
  expiresAt: BeijingTime,
  expiresAtMs: Type.Integer(),
});

export const OrderInsured = Type.Object({
  name: Type.String(),
  idNumberMasked: Type.String(),
  relationship: Relationship,
  regionText: Type.String(),
  medicalType: Type.Union([MedicalType, Type.Null()]),
  premiumFen: Fen,
  policyNo: Type.Union([PolicyNo, Type.Null()]),
  policyStatus: Type.Union([Type.Integer(), Type.Null()]),
  /** The upgrade that stands on this policy, paid beside its premium. */
  upgrade: Type.Optional(
    Type.Object({
      orderNo: OrderNo,
      planName: Type.String(),
      premiumFen: Fen,
      endorsementNo: Type.String(),
      /** It is being given back. */
      isReturning: Type.Boolean(),
    }),
  ),
  /** Of an upgrade order: this person's upgrade is on its way back, or back; the policy may stand all the same. */
  givenBack: Type.Optional(Type.Enum(['returning', 'returned'])),
});

export const OrderSummary = Type.Object({
  orderNo: OrderNo,
  editionCode: EditionCode,
  productName: Type.String(),
  /** `upgrade`: pays the difference to a dearer plan for policies of an earlier order; absent: insures people. */
  kind: Type.Optional(Type.Literal('upgrade')),
  /** Of an edition that sells several plans. */
  planName: Type.Optional(Type.String()),
  editionYear: Type.Integer(),
  status: Type.Integer(),
  premiumFen: Fen,
  insured: Type.Array(
    Type.Object({
      name: Type.String(),
      relationship: Relationship,
      /** True where the papers do not count any more: given back, or never covered. */
      isVoid: Type.Optional(Type.Boolean()),
    }),
  ),
  createdAt: BeijingTime,
  paidAt: Type.Union([BeijingTime, Type.Null()]),
  closedAt: Type.Union([BeijingTime, Type.Null()]),
  expiresAtMs: Type.Integer(),
  serverNowMs: Type.Integer(),
  /** A cashier was opened and may have been paid at: say so instead of inviting to pay. */
  paymentOpen: Type.Boolean(),
});
export type OrderSummaryValue = Static<typeof OrderSummary>;

const PageOfYear = {
  editionYear: Type.Optional(Type.Integer({ minimum: 2000, maximum: 2100 })),
  cursor: Type.Optional(Cursor),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
};

export const OrderListInput = Type.Object({
  filter: Type.Optional(Type.Enum(['all', 'waiting', 'paid', 'refund', 'closed'])),
  /** An order number or a policy number: the asker's own order that it belongs to, or none. */
  number: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  ...PageOfYear,
});

export const ClosedOrderListInput = Type.Object(PageOfYear);

export const OrderPage = Type.Object({
  orders: Type.Array(OrderSummary),
  nextCursor: Type.Union([Cursor, Type.Null()]),
});

/** What the payer is told about the money; `paid` only on the provider's evidence. */
export const OrderPaymentState = Type.Object({
  orderNo: OrderNo,
  status: Type.Integer(),
  /** `upgrade`: it raises policies instead of issuing them; absent: a purchase. */
  kind: Type.Optional(Type.Literal('upgrade')),
  /** unpaid: nothing charged; confirming: may be charged, do not pay again; refunded: wholly or in part. */
  payment: Type.Enum(['unpaid', 'confirming', 'paid', 'closed', 'refunding', 'refunded']),
  premiumFen: Fen,
  /** How it was tried to pay last, while the order is unpaid. */
  method: Type.Union([Type.String(), Type.Null()]),
  methodLabel: Type.Union([Type.String(), Type.Null()]),
  /** The payer gets a text message when the result of this payment is there. */
  isTold: Type.Boolean(),
  policyCount: Type.Integer(),
  issuedCount: Type.Integer(),
  paidAt: Type.Union([BeijingTime, Type.Null()]),
  expiresAtMs: Type.Integer(),
  serverNowMs: Type.Integer(),
});
export type OrderPaymentStateValue = Static<typeof OrderPaymentState>;

const MoneyEntry = Type.Object({
  /**
   * done: happened; warn: happened, not as it should; back: money turned round; void: nothing was taken; now: being waited
   * for; bad: a person sees to it; next: still to come.
   */
  mark: Type.Enum(['done', 'warn', 'back', 'void', 'now', 'bad', 'next']),
  title: Type.String(),
  text: Type.Union([Type.String(), Type.Null()]),
  amountFen: Type.Union([Fen, Type.Null()]),
  at: Type.Union([BeijingTime, Type.Null()]),
  /** By when what is open will have happened. */
  latest: Type.Union([Deadline, Type.Null()]),
  /** Number to quote: 流水号 or 退款单号. */
  serial: Type.Union([Type.String(), Type.Null()]),
});

/** Where the money of an order is; chargedFen = usedFen + returningFen + returnedFen. */
export const OrderMoney = Type.Object({
  orderNo: OrderNo,
  /** `upgrade`: it paid the difference to a dearer plan; absent: a purchase. */
  kind: Type.Optional(Type.Literal('upgrade')),
  /** People whose policies (or upgrades) stand: neither given back nor on their way back. */
  insuredCount: Type.Integer(),
  /** What to know first; null when the money is where it should be. */
  banner: Type.Union([
    Type.Object({ tone: Type.Enum(['info', 'warn', 'ok', 'err']), title: Type.String(), text: Type.String() }),
    Type.Null(),
  ]),
  /** The same in one everyday sentence. */
  lead: Type.String(),
  chargedFen: Fen,
  usedFen: Fen,
  returningFen: Fen,
  returnedFen: Fen,
  entries: Type.Array(MoneyEntry),
  next: Type.Array(MoneyEntry),
  /** Something here still changes by itself within minutes. */
  moving: Type.Boolean(),
});
export type OrderMoneyValue = Static<typeof OrderMoney>;

export const OrderDetail = Type.Object({
  order: OrderSummary,
  validDate: Type.String(),
  invalidDate: Type.String(),
  policyholder: MaskedPerson,
  people: Type.Array(OrderInsured),
  /** The edition takes refunds online and a policy of this order can be given back now. */
  refundOffered: Type.Boolean(),
  /** A policy of this order can be raised to a dearer plan now. */
  upgradeOffered: Type.Boolean(),
  /** The order whose policies this one upgrades. */
  baseOrderNo: Type.Optional(OrderNo),
  payment: Type.Object({
    state: Type.String(),
    methodLabel: Type.Union([Type.String(), Type.Null()]),
    paidFen: Type.Union([Fen, Type.Null()]),
    /** Of it on its way back, and back; what was paid twice or too late is not part of it. */
    returningFen: Fen,
    returnedFen: Fen,
    providerTransactionNo: Type.Union([Type.String(), Type.Null()]),
  }),
});
