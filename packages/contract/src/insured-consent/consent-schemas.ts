import Type, { type Static } from 'typebox';
import { BeijingTime, EditionCode } from '../vocabulary/schemas.ts';

/** Where somebody stands in an order, from 1. */
export const InsuredPlace = Type.Integer({ minimum: 1, maximum: 10, description: '订单里的第几位被保险人' });

const ConsentStatus = Type.Enum(['asked', 'agreed', 'declined']);

/** What one person insured by an order has said. */
const InsuredConsent = Type.Object({
  place: InsuredPlace,
  name: Type.String(),
  relationLabel: Type.String(),
  phoneMasked: Type.Union([Type.String(), Type.Null()]),
  /** Null: was never asked. */
  status: Type.Union([ConsentStatus, Type.Null()]),
  statusLabel: Type.String(),
  /** When it was answered, or asked. */
  at: Type.Union([BeijingTime, Type.Null()]),
  /** A message is about to go out: not yet, or kept for the morning. */
  isBeingSent: Type.Boolean(),
  /** Why nobody can be asked now, in words; null: can be. */
  whyNot: Type.Union([Type.String(), Type.Null()]),
  /** Why the last message did not reach anybody, in words. */
  note: Type.Union([Type.String(), Type.Null()]),
});

export const InsuredConsents = Type.Object({
  productName: Type.String(),
  people: Type.Array(InsuredConsent),
});
export type InsuredConsentsValue = Static<typeof InsuredConsents>;

/** What an insured person is asked. */
export const ConsentQuestion = Type.Object({
  /** Masked until the end of the own number is shown. */
  payerName: Type.String(),
  nameMasked: Type.String(),
  productName: Type.String(),
  editionCode: EditionCode,
  coverText: Type.String(),
  status: ConsentStatus,
  statusLabel: Type.String(),
  /** Why it cannot be answered any more, in words; null: it can. */
  whyNot: Type.Union([Type.String(), Type.Null()]),
  /** With the end of the own number. */
  own: Type.Union([
    Type.Null(),
    Type.Object({
      name: Type.String(),
      /** 您的子女: who the payer is to this person. */
      payerIs: Type.String(),
      idTypeLabel: Type.String(),
      idNumberMasked: Type.String(),
      birthDate: Type.String(),
      phoneMasked: Type.String(),
      regionText: Type.String(),
      answeredAt: Type.Union([BeijingTime, Type.Null()]),
    }),
  ]),
});
export type ConsentQuestionValue = Static<typeof ConsentQuestion>;
