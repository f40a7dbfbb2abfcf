import Type, { type Static } from 'typebox';
import { LineTicket } from '../order/order-schemas.ts';
import { BeijingTime, ClientKey, EditionCode, Fen, OrderNo, PolicyNo, Relationship } from '../vocabulary/schemas.ts';

const NamedPlan = Type.Object({ code: Type.String(), name: Type.String(), premiumFen: Fen });

/** What raising the policies of one order to the next dearer plan takes. */
export const UpgradeOffer = Type.Object({
  orderNo: OrderNo,
  editionCode: EditionCode,
  productName: Type.String(),
  /** Null when a policy of this order can be raised now; otherwise why none can. */
  notOffered: Type.Union([Type.String(), Type.Null()]),
  fromPlan: NamedPlan,
  /** Null where there is no dearer plan. */
  toPlan: Type.Union([NamedPlan, Type.Null()]),
  /** What the dearer plan gives beyond the other, a short line each. */
  adds: Type.Array(Type.String()),
  /** For one person. */
  differenceFen: Fen,
  validDate: Type.String(),
  invalidDate: Type.String(),
  /** Until when it can be paid. */
  until: BeijingTime,
  people: Type.Array(
    Type.Object({
      policyNo: PolicyNo,
      name: Type.String(),
      relationship: Relationship,
      idNumberMasked: Type.String(),
      /** Null when this policy can be raised; otherwise why not. */
      why: Type.Union([Type.String(), Type.Null()]),
      /** The unpaid order that holds it. */
      waitingOrderNo: Type.Optional(OrderNo),
    }),
  ),
});
export type UpgradeOfferValue = Static<typeof UpgradeOffer>;

export const SaveUpgradeInput = Type.Object({
  /** Made once per confirmed choice; repeats with it give the same order. */
  clientKey: ClientKey,
  /** The order whose policies are raised. */
  orderNo: OrderNo,
  planCode: Type.String({ minLength: 1, maxLength: 20 }),
  policyNos: Type.Array(PolicyNo, { minItems: 1, maxItems: 10 }),
  /** The sum that was shown; another one now is said and nothing is saved. */
  expectedFen: Fen,
  /** Documents read to their end and agreed to, in the versions shown. */
  agreedDocuments: Type.Array(
    Type.Object({ key: Type.String({ maxLength: 40 }), version: Type.Integer({ minimum: 1 }) }),
    { maxItems: 20 },
  ),
  traceId: Type.Optional(Type.String({ maxLength: 64 })),
  lineTicket: LineTicket,
});
