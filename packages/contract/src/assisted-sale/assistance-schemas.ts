import Type, { type Static } from 'typebox';
import { MemberDetails } from '../insured/member-schemas.ts';
import { EditionCode, IdType, OrderNo, Relationship } from '../vocabulary/schemas.ts';

export const AssistanceNo = Type.String({ pattern: '^[0-9A-Z]{10,32}$', description: '协助编号' });
export const AssistanceCode = Type.String({ pattern: '^[0-9]{6}$', description: '网点给的 6 位码' });

export const AssistingStaff = Type.Object({
  staffNo: Type.String(),
  name: Type.String(),
  outletName: Type.String(),
});

const { consent: _, guardianConsent: _guardian, ...detailsWithoutConsent } = MemberDetails.properties;

/** A person as staff typed it in; the resident's consent comes with the confirmation, not from the outlet. */
export const PreparedPerson = Type.Object({
  ...detailsWithoutConsent,
  /** False for a payer who buys for others only. */
  insured: Type.Boolean(),
});
export type PreparedPersonValue = Static<typeof PreparedPerson>;

export const AssistanceStatusName = Type.Enum(['waiting', 'joined', 'prepared', 'ordered', 'ended', 'expired']);

const AssistanceStep = Type.Object({
  key: Type.Enum(['joined', 'prepared', 'reading', 'confirmed', 'paid']),
  state: Type.Enum(['done', 'now', 'todo']),
  title: Type.String(),
  text: Type.Union([Type.String(), Type.Null()]),
});

/** One help, as staff see it: how far the resident is; nobody's number or whole name. */
export const AssistanceDesk = Type.Object({
  assistanceNo: AssistanceNo,
  status: AssistanceStatusName,
  /** Null once a resident took it up. */
  code: Type.Union([
    Type.Object({
      digits: AssistanceCode,
      link: Type.String(),
      /** Rows of the link's QR code: 1 dark, 0 light. */
      qr: Type.Array(Type.String()),
      expiresAtMs: Type.Integer(),
    }),
    Type.Null(),
  ]),
  steps: Type.Array(AssistanceStep),
  /** How many people were sent; 0 before. */
  preparedCount: Type.Integer(),
  expiresAtMs: Type.Integer(),
  serverNowMs: Type.Integer(),
});
export type AssistanceDeskValue = Static<typeof AssistanceDesk>;

/** The same help as its resident sees it. */
export const AssistanceForResident = Type.Object({
  assistanceNo: AssistanceNo,
  status: AssistanceStatusName,
  editionCode: EditionCode,
  staff: AssistingStaff,
  /** What the outlet filled in, newest; empty until it was sent. */
  people: Type.Array(
    Type.Object({
      name: Type.String(),
      relationship: Relationship,
      idType: IdType,
      idNumberMasked: Type.String(),
      phoneMasked: Type.Union([Type.String(), Type.Null()]),
      regionText: Type.String(),
      insured: Type.Boolean(),
    }),
  ),
  /** Rises with each sending, so that nobody confirms what was changed meanwhile. */
  preparedVersion: Type.Integer(),
  orderNo: Type.Union([OrderNo, Type.Null()]),
  serverNowMs: Type.Integer(),
});
export type AssistanceForResidentValue = Static<typeof AssistanceForResident>;
