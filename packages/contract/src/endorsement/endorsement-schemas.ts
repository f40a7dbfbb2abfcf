import Type, { type Static } from 'typebox';
import { FileIds, UploadedFile } from '../uploads/upload-schemas.ts';
import {
  BeijingTime,
  BirthDate,
  Deadline,
  IdNumberText,
  IdType,
  OrderNo,
  PersonName,
  PhoneNumber,
  PolicyNo,
  RegionCode,
  Relationship,
  Sex,
  SmsCode,
} from '../vocabulary/schemas.ts';

export const ChangeNo = Type.String({ pattern: '^GZ[0-9]{19}$', description: '更正申请编号' });

export const ChangeReason = Type.Enum(['typing-error', 'new-paper', 'new-name', 'new-contact', 'moved', 'other'], {
  description: '更正原因',
});

/** What is to become what; what is left out stays. An empty text takes a contact away. */
export const NewValues = Type.Object({
  name: Type.Optional(PersonName),
  idType: Type.Optional(IdType),
  idNumber: Type.Optional(IdNumberText),
  /** For papers that do not say them: anything but the identity card. */
  birthDate: Type.Optional(BirthDate),
  sex: Type.Optional(Sex),
  phone: Type.Optional(PhoneNumber),
  email: Type.Optional(Type.String({ maxLength: 100, description: '电子邮箱' })),
  address: Type.Optional(Type.String({ maxLength: 120, description: '联系地址' })),
  regionCode: Type.Optional(RegionCode),
});

/** One field before and after, masked as its owner sees it in lists. */
const ChangeItem = Type.Object({
  field: Type.String(),
  label: Type.String(),
  before: Type.String(),
  after: Type.String(),
});

const Tone = Type.Enum(['ok', 'warn', 'err', 'info', 'neutral']);

export const ChangeStep = Type.Object({
  state: Type.Enum(['done', 'now', 'next', 'bad', 'void']),
  title: Type.String(),
  note: Type.Union([Type.String(), Type.Null()]),
  at: Type.Union([BeijingTime, Deadline, Type.Null()]),
});

/** One request with everything that happened to it. */
export const Change = Type.Object({
  changeNo: ChangeNo,
  orderNo: OrderNo,
  subject: Type.Enum(['payer', 'insured']),
  /** Null for the payer. */
  policyNo: Type.Union([PolicyNo, Type.Null()]),
  name: Type.String(),
  relationship: Type.Union([Relationship, Type.Null()]),
  status: Type.Enum(['DRAFT', 'REVIEWING', 'PAPERS_WANTED', 'APPROVED', 'REJECTED', 'WITHDRAWN']),
  statusLabel: Type.String(),
  tone: Tone,
  items: Type.Array(ChangeItem),
  unchanged: Type.String(),
  reasonLabel: Type.String(),
  files: Type.Array(UploadedFile),
  /** What the person who looks at it wrote: what is missing, or why not. */
  note: Type.Union([Type.String(), Type.Null()]),
  /** Number of the endorsement that it became. */
  endorsementNo: Type.Union([Type.String(), Type.Null()]),
  submittedAt: Type.Union([BeijingTime, Type.Null()]),
  decidedAt: Type.Union([BeijingTime, Type.Null()]),
  /** By when it is looked at, at the latest; null where nothing is to be waited for. */
  latestResult: Type.Union([Deadline, Type.Null()]),
  withdrawable: Type.Boolean(),
  steps: Type.Array(ChangeStep),
});
export type ChangeValue = Static<typeof Change>;

/** A draft and what it takes. */
export const ChangePlan = Type.Object({
  change: Change,
  /** at-once: done with the code; review: a person looks at it. */
  way: Type.Enum(['at-once', 'review']),
  /** Why a person has to look; null when none has to. */
  why: Type.Union([Type.String(), Type.Null()]),
  /** Where it would be done at once with a check of identity: what that check is for. */
  proofPurpose: Type.Union([Type.Enum(['change-payer', 'correct-identity']), Type.Null()]),
  papersNeeded: Type.Boolean(),
  newPhoneCodeNeeded: Type.Boolean(),
  /** Policies that it changes. */
  policyCount: Type.Integer(),
});
export type ChangePlanValue = Static<typeof ChangePlan>;

const Offer = {
  offered: Type.Boolean(),
  /** Why nothing can be changed here; null where something can. */
  notOffered: Type.Union([Type.String(), Type.Null()]),
};

/** What can be changed of an order, and what was. */
export const ChangeOverview = Type.Object({
  orderNo: OrderNo,
  productName: Type.String(),
  editionYear: Type.Integer(),
  /** selling: before cover; listed: the insurers have the lists; covered; ended. */
  phase: Type.Enum(['selling', 'listed', 'covered', 'ended']),
  /** Where the code is sent that confirms a change. */
  loginPhoneMasked: Type.String(),
  reviewDays: Type.Integer(),
  /** Results, and a change of phone to the old one, are told by message. */
  tellsResults: Type.Boolean(),
  insurerName: Type.String(),
  payer: Type.Object({
    ...Offer,
    name: Type.String(),
    idType: IdType,
    idNumberMasked: Type.String(),
    phoneMasked: Type.String(),
    emailMasked: Type.String(),
    addressMasked: Type.String(),
    /** Policies whose contact phone changes along. */
    policyCount: Type.Integer(),
  }),
  people: Type.Array(
    Type.Object({
      ...Offer,
      policyNo: PolicyNo,
      name: Type.String(),
      relationship: Relationship,
      idType: IdType,
      idNumberMasked: Type.String(),
      phoneMasked: Type.String(),
      regionCode: RegionCode,
      regionText: Type.String(),
    }),
  ),
  reasons: Type.Array(Type.Object({ value: ChangeReason, label: Type.String() })),
  /** The draft that was asked for; null where there is none, or it was handed in. */
  draft: Type.Union([ChangePlan, Type.Null()]),
  /** Newest first. */
  changes: Type.Array(Change),
});
export type ChangeOverviewValue = Static<typeof ChangeOverview>;

/** What hands a prepared change in. */
export const ChangeConfirmation = Type.Object({
  changeNo: ChangeNo,
  /** From the text message to the phone of the account; not needed with a proof of identity. */
  code: Type.Optional(SmsCode),
  /** From the message to the new phone, where the phone changes. */
  newPhoneCode: Type.Optional(SmsCode),
  /** Papers that show the new data; needed where a person looks at it. */
  fileIds: Type.Optional(FileIds),
  /** Of a check of identity made for this. */
  proofToken: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z_-]{16,128}$' })),
});
