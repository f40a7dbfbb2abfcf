import Type from 'typebox';
import { EditionCode, Fen, MemberId, PolicyNo, Relationship } from '../vocabulary/schemas.ts';

/** What somebody who was insured before can have now. */
const Choice = Type.Object({
  /** again: the plan of before; upgrade and downgrade: another one of the new edition. */
  kind: Type.Enum(['again', 'upgrade', 'downgrade']),
  planCode: Type.String(),
  planName: Type.String(),
  premiumFen: Fen,
  /** Against what was paid before. */
  differenceFen: Type.Integer(),
});

/** Somebody insured by one's orders of earlier years, by their newest policy. */
export const FormerPerson = Type.Object({
  policyNo: PolicyNo,
  name: Type.String(),
  relationship: Relationship,
  idNumberMasked: Type.String(),
  formerYear: Type.Integer(),
  formerPlanName: Type.String(),
  /** Last day of the former cover, `YYYY-MM-DD`. */
  coveredUntil: Type.String(),
  regionText: Type.String(),
  state: Type.Enum(['insurable', 'insured', 'waiting-payment']),
  choices: Type.Array(Choice),
});

export const RenewalOffer = Type.Object({
  editionCode: EditionCode,
  editionYear: Type.Integer(),
  productName: Type.String(),
  /** First and last day of the new cover. */
  coverage: Type.String(),
  onSale: Type.Boolean(),
  /** What differs from the newest former year among the people. */
  changes: Type.Array(Type.Object({ title: Type.String(), before: Type.String(), after: Type.String() })),
  /** What somebody keeps who was insured the year before; null where the edition promises nothing. */
  continuity: Type.Union([Type.String(), Type.Null()]),
  people: Type.Array(FormerPerson),
});

export const TakenPerson = Type.Object({ policyNo: PolicyNo, memberId: MemberId });
