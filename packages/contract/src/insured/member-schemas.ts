import Type, { type Static } from 'typebox';
import {
  BirthDate,
  IdNumberText,
  IdType,
  MedicalType,
  MemberId,
  PersonName,
  PhoneNumber,
  RegionCode,
  Relationship,
  Sex,
} from '../vocabulary/schemas.ts';

/** What a policyholder types about a person. Sex and birth date come from the number for ID cards. */
export const MemberDetails = Type.Object({
  relationship: Relationship,
  /** Which kind of relation, for 05. */
  relationshipNote: Type.Optional(Type.String({ maxLength: 40 })),
  name: PersonName,
  idType: IdType,
  idNumber: IdNumberText,
  sex: Type.Optional(Sex),
  birthDate: Type.Optional(BirthDate),
  phone: Type.Optional(PhoneNumber),
  regionCode: RegionCode,
  /** Left out where nobody knows it: nothing is decided by it. */
  medicalType: Type.Optional(MedicalType),
  /** The person agreed that their data is given (their own for 00). */
  consent: Type.Literal(true),
  /** A guardian agreed as well; needed for anybody under 14. */
  guardianConsent: Type.Optional(Type.Literal(true)),
});
export type MemberDetailsValue = Static<typeof MemberDetails>;

/**
 * What changes of a kept person. Whole numbers are never sent back, so what is left out stays: without `idNumber` the
 * kept paper (type, number, and for identity cards sex and birth date), without `phone` the kept phone, without
 * `medicalType` the kept kind; null takes a phone or a kind away.
 */
export const MemberChanges = Type.Object({
  ...MemberDetails.properties,
  idNumber: Type.Optional(IdNumberText),
  phone: Type.Optional(Type.Union([PhoneNumber, Type.Null()])),
  medicalType: Type.Optional(Type.Union([MedicalType, Type.Null()])),
});
export type MemberChangesValue = Static<typeof MemberChanges>;

/** A kept person. Whole numbers never leave the server in lists. */
export const MemberView = Type.Object({
  memberId: MemberId,
  relationship: Relationship,
  relationshipNote: Type.Union([Type.String(), Type.Null()]),
  name: Type.String(),
  idType: IdType,
  idNumberMasked: Type.String(),
  phoneMasked: Type.Union([Type.String(), Type.Null()]),
  sex: Sex,
  birthDate: BirthDate,
  adult: Type.Boolean(),
  regionCode: RegionCode,
  regionText: Type.String(),
  medicalType: Type.Union([MedicalType, Type.Null()]),
  /** What has to be filled in before this person can be insured. */
  missing: Type.Array(Type.Enum(['phone', 'guardian-consent', 'relationship-note', 'region'])),
  /** For the edition asked about: free to insure, covered already, or held by an unpaid order. */
  state: Type.Union([Type.Literal('insurable'), Type.Literal('insured'), Type.Literal('waiting-payment')]),
});
export type MemberViewValue = Static<typeof MemberView>;
