import Type, { type Static } from 'typebox';
import { MemberView } from '../insured/member-schemas.ts';
import {
  Cursor,
  EditionCode,
  Fen,
  IdNumberText,
  IdType,
  OrderNo,
  PersonName,
  PhoneNumber,
  PolicyNo,
  SmsCode,
} from '../vocabulary/schemas.ts';

/** One person's policy in an order of the asker's own. */
export const FamilyPolicy = Type.Object({
  orderNo: OrderNo,
  /** Which insured of the order, from 1. */
  position: Type.Integer(),
  /** Null while it is being issued. */
  policyNo: Type.Union([PolicyNo, Type.Null()]),
  /** Of the map policyStatus; null while it is being issued. */
  status: Type.Union([Type.Integer(), Type.Null()]),
  editionCode: EditionCode,
  editionYear: Type.Integer(),
  productName: Type.String(),
  planName: Type.String(),
  validDate: Type.String(),
  invalidDate: Type.String(),
  premiumFen: Fen,
});
export type FamilyPolicyValue = Static<typeof FamilyPolicy>;

/** A person's cover of one year. */
const YearCover = Type.Object({
  editionYear: Type.Integer(),
  /**
   * policy: by a policy of the asker's; issuing: paid, its policy comes; elsewhere: insured in somebody else's order;
   * waiting-payment: in an order of the asker's that is unpaid; none.
   */
  state: Type.Enum(['policy', 'issuing', 'elsewhere', 'waiting-payment', 'none']),
  policy: Type.Union([FamilyPolicy, Type.Null()]),
});

/** The kept people with their cover per year. */
export const Family = Type.Object({
  /** Years there are products of, newest first. */
  years: Type.Array(Type.Integer()),
  people: Type.Array(
    Type.Object({
      member: MemberView,
      cover: Type.Array(YearCover),
      /** Every policy the asker bought for this person, newest first, those given back as well. */
      history: Type.Array(FamilyPolicy),
    }),
  ),
});
export type FamilyValue = Static<typeof Family>;

/** Whose policies are looked for, the phone a code was sent to, and the code. */
export const SoughtPerson = Type.Object({
  name: PersonName,
  idType: IdType,
  idNumber: IdNumberText,
  phone: PhoneNumber,
  code: SmsCode,
});

/** A policy as whoever found it may see it; what they may not see is null or masked. */
export const FoundPolicy = Type.Object({
  asker: Type.Enum(['policyholder', 'insured', 'known-phone', 'other-phone']),
  editionYear: Type.Integer(),
  productName: Type.String(),
  planName: Type.String(),
  insuredName: Type.String(),
  idNumberMasked: Type.String(),
  validDate: Type.String(),
  invalidDate: Type.String(),
  status: Type.Integer(),
  regionText: Type.Union([Type.String(), Type.Null()]),
  policyNo: Type.Union([PolicyNo, Type.Null()]),
  /** Only for the policyholder. */
  orderNo: Type.Union([OrderNo, Type.Null()]),
  /** Opens the e-policy for a short while without a login. */
  ticket: Type.Union([Type.String(), Type.Null()]),
});
export type FoundPolicyValue = Static<typeof FoundPolicy>;

export const FoundPolicies = Type.Object({
  policies: Type.Array(FoundPolicy),
  nextCursor: Type.Union([Cursor, Type.Null()]),
});
