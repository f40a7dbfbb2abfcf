import Type, { type Static } from 'typebox';
import { BeijingTime, ClientKey, PhoneNumber, RegionCode, SmsCode } from '../vocabulary/schemas.ts';

/** The logged-in policyholder as their own phone sees them; numbers masked. */
export const AccountView = Type.Object({
  phoneMasked: Type.String(),
  nameMasked: Type.Union([Type.String(), Type.Null()]),
  regionCode: Type.Union([RegionCode, Type.Null()]),
  wechatBound: Type.Boolean(),
});
export type AccountViewValue = Static<typeof AccountView>;

/** What must be agreed to before a login, in the versions that were shown. */
export const AgreedDocuments = Type.Array(
  Type.Object({ key: Type.String({ maxLength: 40 }), version: Type.Integer() }),
  { maxItems: 10 },
);

/** A login by phone and text message. `clientKey`: with the same one a code that was used works again for whoever used it. */
export const PhoneLoginInput = Type.Object({
  phone: PhoneNumber,
  code: SmsCode,
  agreedDocuments: AgreedDocuments,
  clientKey: Type.Optional(ClientKey),
});

export const SmsSent = Type.Object({ resendAfterSeconds: Type.Integer(), validMinutes: Type.Integer() });

/** Opaque and good for half an hour, in the browser that it was given to. */
export const RecoveryToken = Type.String({ minLength: 40, maxLength: 4000, pattern: '^[0-9A-Za-z_-]+$' });
/** Which of the accounts that were found; they are told in one order. */
export const AccountChoice = Type.Integer({ minimum: 0, maximum: 4 });
export const ProofToken = Type.String({ minLength: 16, maxLength: 200, pattern: '^[0-9A-Za-z_-]+$' });

/** A change of the phone that a person of the service decides. */
export const PhoneRequest = Type.Object({
  state: Type.Enum(['WAITING', 'COOLING', 'DONE', 'REJECTED', 'WITHDRAWN', 'FAILED']),
  stateLabel: Type.String(),
  newPhoneMasked: Type.String(),
  askedAt: BeijingTime,
  /** From when the new phone counts; null while nobody has decided. */
  effectiveAt: Type.Union([BeijingTime, Type.Null()]),
  /** Why it was refused. */
  reason: Type.Union([Type.String(), Type.Null()]),
  /** Whether it can still be taken back. */
  open: Type.Boolean(),
});
export type PhoneRequestValue = Static<typeof PhoneRequest>;

/** What the resident tells about themselves, for themselves; the payer's data of an order is another matter. */
export const ContactData = Type.Object({
  nickname: Type.Union([Type.String(), Type.Null()]),
  email: Type.Union([Type.String(), Type.Null()]),
  address: Type.Union([Type.String(), Type.Null()]),
});
export type ContactDataValue = Static<typeof ContactData>;

export const ProfileView = Type.Object({
  ...AccountView.properties,
  contact: ContactData,
  alipayBound: Type.Boolean(),
  /** Marketing by text message may come. */
  marketingWanted: Type.Boolean(),
  /** A change of the phone that is being decided, or waits for its moment. */
  phoneRequest: Type.Union([PhoneRequest, Type.Null()]),
});
export type ProfileViewValue = Static<typeof ProfileView>;
