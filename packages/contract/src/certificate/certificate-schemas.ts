import Type, { type Static } from 'typebox';
import { ChangeNo } from '../endorsement/endorsement-schemas.ts';
import { BeijingTime, Fen, OrderNo, PolicyNo, Relationship } from '../vocabulary/schemas.ts';

/** Which paper: e-policy, payment voucher, the record of an order's money, or the endorsement of a change. */
export const PaperName = Type.Enum(['policy', 'voucher', 'money', 'endorsement'], {
  description: '文件：policy 电子保单 voucher 付款凭证 money 付款和退款记录 endorsement 批单',
});

/** Which insured of the order, 1 to 10; not for papers of the whole order. */
const InsuredPosition = Type.Integer({ minimum: 1, maximum: 10, description: '第几位被保险人' });

/** Whose paper of an order: by its policy, or by position where there is none yet; an endorsement by its change. */
export const WhosePaper = {
  policyNo: Type.Optional(PolicyNo),
  position: Type.Optional(InsuredPosition),
  changeNo: Type.Optional(ChangeNo),
};

/** `making`: not there yet; `ready`: can be had; `void`: can be had, marked as void. */
export const PaperState = Type.Enum(['making', 'ready', 'void'], {
  description: '文件状态：making 生成中 ready 可下载 void 已作废',
});

/** A paper and a link to it that needs no login and soon ends. */
export const PaperFile = Type.Object({
  paper: PaperName,
  orderNo: OrderNo,
  position: Type.Union([InsuredPosition, Type.Null()]),
  policyNo: Type.Union([PolicyNo, Type.Null()]),
  /** Of an endorsement. */
  changeNo: Type.Union([ChangeNo, Type.Null()]),
  /** Such as 电子保单. */
  title: Type.String(),
  /** Whose it is; null for a paper of the whole order. */
  insuredName: Type.Union([Type.String(), Type.Null()]),
  state: PaperState,
  /** From when it does not count any more, and why; null while it does. */
  voided: Type.Union([Type.Object({ at: BeijingTime, reason: Type.String() }), Type.Null()]),
  /** The PDF; null while it is being made. */
  url: Type.Union([Type.String(), Type.Null()]),
  /** Until when `url` leads there. */
  expiresAt: Type.Union([BeijingTime, Type.Null()]),
});

export const PaperFiles = Type.Object({
  files: Type.Array(PaperFile),
  /** Whether papers can be sent by e-mail here. */
  mailOffered: Type.Boolean(),
});

/** What the certificate page shows of one insured person. */
const CertificatePerson = Type.Object({
  position: Type.Integer(),
  name: Type.String(),
  idNumberMasked: Type.String(),
  relationship: Relationship,
  regionText: Type.String(),
  policyNo: Type.Union([PolicyNo, Type.Null()]),
  premiumFen: Fen,
  /** Code of the map policyStatus; null until the policy is issued. */
  status: Type.Union([Type.Integer(), Type.Null()]),
  state: PaperState,
  voided: Type.Union([Type.Object({ at: BeijingTime, reason: Type.String() }), Type.Null()]),
  verificationCode: Type.Union([Type.String(), Type.Null()]),
  verificationUrl: Type.Union([Type.String(), Type.Null()]),
});

const Insurer = Type.Object({
  name: Type.String(),
  role: Type.String(),
  /** Basis points; those of one certificate make 10000. */
  shareBasisPoints: Type.Integer(),
});

/** The policy certificate of an order: who is covered, by whom, for what, from when to when. */
export const PolicyCertificate = Type.Object({
  orderNo: OrderNo,
  productName: Type.String(),
  productFullName: Type.String(),
  planName: Type.String(),
  policyholderName: Type.String(),
  policyholderIdNumberMasked: Type.String(),
  people: Type.Array(CertificatePerson),
  totalFen: Fen,
  totalInCapitals: Type.String(),
  validDate: Type.String(),
  invalidDate: Type.String(),
  insurers: Type.Array(Insurer),
  servicePhone: Type.String(),
  isDemonstration: Type.Boolean(),
  /** The PDF is signed digitally by a certificate that counts. */
  countsLikePaper: Type.Boolean(),
});

/** The same in a partner's container: no names in full, no policyholder's number, nothing about the payment. */
export const PartnerCertificate = Type.Object({
  orderNo: OrderNo,
  channel: Type.Literal('wb'),
  productName: Type.String(),
  productFullName: Type.String(),
  policyholderNameMasked: Type.String(),
  people: Type.Array(
    Type.Object({
      position: Type.Integer(),
      nameMasked: Type.String(),
      idNumberMasked: Type.String(),
      policyNo: Type.Union([PolicyNo, Type.Null()]),
      status: Type.Union([Type.Integer(), Type.Null()]),
      state: PaperState,
      verificationUrl: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  validDate: Type.String(),
  invalidDate: Type.String(),
  insurers: Type.Array(Type.String()),
  servicePhone: Type.String(),
  isDemonstration: Type.Boolean(),
});

/** `guard`: for oneself and the family; `donation`: for others. */
export const LoveGift = Type.Enum(['guard', 'donation'], { description: '证书类型：guard 守护 donation 捐赠' });

/** The love certificate of one order. It has no identity number, no amount and no whole name unless its giver writes one. */
export const LoveCertificate = Type.Object({
  orderNo: OrderNo,
  /**
   * `none`: can be made, nobody has chosen a name yet; `making`: the policies are not issued yet; `held`: an operator looks whether
   * they will be; `uncovered`: they were not and will not be issued, and all that was paid goes back.
   */
  state: Type.Enum(['making', 'held', 'uncovered', 'none', 'ready', 'void']),
  productName: Type.String(),
  serviceName: Type.String(),
  editionYear: Type.Integer(),
  certificateNo: Type.String(),
  nickname: Type.Union([Type.String(), Type.Null()]),
  gift: LoveGift,
  /** Whether this order may be given as a donation: nobody of the family is insured by it. */
  donationPossible: Type.Boolean(),
  /** Only the giver is insured. */
  selfOnly: Type.Boolean(),
  peopleCount: Type.Integer(),
  /** Day of the certificate, YYYY-MM-DD. */
  givenOn: Type.String(),
  withShareCode: Type.Boolean(),
  /** Where its QR code leads. */
  landingUrl: Type.String(),
  /** The picture, for a while; null while there is none. */
  pictureUrl: Type.Union([Type.String(), Type.Null()]),
  expiresAt: Type.Union([BeijingTime, Type.Null()]),
  verificationUrl: Type.Union([Type.String(), Type.Null()]),
  isDemonstration: Type.Boolean(),
});
export type LoveCertificateValue = Static<typeof LoveCertificate>;

export const PaperMail = Type.Object({
  mailNo: Type.String(),
  addressMasked: Type.String(),
  title: Type.String(),
  /** `waiting`: on its way or tried again; `sent`: the other mail server has it; the others say why it did not go. */
  state: Type.Enum(['waiting', 'sent', 'wrong-address', 'given-up']),
  /** In words. */
  stateText: Type.String(),
  createdAt: BeijingTime,
  tries: Type.Integer(),
});
