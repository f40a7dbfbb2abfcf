import Type from 'typebox';
import { BeijingTime, EditionCode, Fen, OrderNo, PolicyNo, Relationship } from '../vocabulary/schemas.ts';

export const PolicyView = Type.Object({
  policyNo: PolicyNo,
  orderNo: OrderNo,
  productName: Type.String(),
  editionCode: EditionCode,
  editionYear: Type.Integer(),
  insuredName: Type.String(),
  relationship: Relationship,
  idNumberMasked: Type.String(),
  regionText: Type.String(),
  status: Type.Integer(),
  validDate: Type.String(),
  invalidDate: Type.String(),
  /** With the difference of an upgrade that stands. */
  premiumFen: Fen,
  /** Of an edition that sells several plans. */
  planName: Type.Optional(Type.String()),
});

/** The payment voucher as data; the same facts are in the PDF. */
export const CertificateView = Type.Object({
  orderNo: OrderNo,
  productName: Type.String(),
  policyholderName: Type.String(),
  policyholderIdNumberMasked: Type.String(),
  people: Type.Array(
    Type.Object({
      position: Type.Integer(),
      name: Type.String(),
      idNumberMasked: Type.String(),
      relationship: Relationship,
      policyNo: Type.Union([PolicyNo, Type.Null()]),
      voucherNo: Type.String(),
      /** With the difference of an upgrade that stands. */
      premiumFen: Fen,
      upgrade: Type.Optional(
        Type.Object({
          planName: Type.String(),
          premiumFen: Fen,
          endorsementNo: Type.String(),
          methodLabel: Type.String(),
          providerTransactionNo: Type.String(),
          paidAt: BeijingTime,
        }),
      ),
      premiumInCapitals: Type.String(),
      verificationCode: Type.String(),
      verificationUrl: Type.String(),
      /** From when the voucher does not count any more, and why; null while it does. */
      voided: Type.Union([Type.Object({ at: BeijingTime, reason: Type.String() }), Type.Null()]),
    }),
  ),
  totalFen: Fen,
  totalInCapitals: Type.String(),
  methodLabel: Type.String(),
  providerTransactionNo: Type.String(),
  paidAt: BeijingTime,
  validDate: Type.String(),
  invalidDate: Type.String(),
  insurers: Type.Array(Type.String()),
  isDemonstration: Type.Boolean(),
});
