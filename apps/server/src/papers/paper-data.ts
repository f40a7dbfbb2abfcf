import type { Deadline } from '@huimin/domain/date';

/**
 * What the papers print. Plain values only: whoever calls decides what is masked. Amounts are whole fen, instants are
 * milliseconds since 1970, days are Beijing calendar days as YYYY-MM-DD, shares are basis points (10000 is the whole).
 */

/** A sentence whose beginning may be printed bold. */
export type PaperClause = string | { strong: string; text: string };

/** Printed across a paper that no longer counts. */
export interface PaperVoid {
  voidedAtMs: number;
  /** Short reason, such as 已退保. */
  reason: string;
}

/** What policy and voucher say about the product and where to check them. */
export interface PaperCommon {
  /** A demonstration edition: the paper is marked 示例 and says that it is no real contract. */
  isDemonstration: boolean;
  /** Such as 苏民安 2026. */
  productName: string;
  /** Such as 江苏省补充医疗保险. */
  productFullName: string;
  policyNumber: string;
  orderNumber: string;
  coverageStartsOn: string;
  coverageEndsOn: string;
  paymentMethod: string;
  paidAtMs: number;
  issuedAtMs: number;
  servicePhone: string;
  /** Absolute address of the public verification page for this paper; becomes the QR code. */
  verificationUrl: string;
  /** The code inside that address, printed for people who cannot scan. */
  verificationCode: string;
  voided?: PaperVoid;
}

export interface PaperPolicyholder {
  name: string;
  idTypeName: string;
  idNumber: string;
  phone: string;
}

export interface PaperInsured {
  name: string;
  idTypeName: string;
  idNumber: string;
  /** Relationship to the policyholder, such as 本人. */
  relationship: string;
  /** Such as 苏州 - 工业园区. */
  medicalRegion: string;
  medicalInsuranceType: string;
  beneficiary: string;
}

export interface PaperBenefit {
  name: string;
  deductibleFen: number;
  payPercent: number;
  preExistingPayPercent: number;
  limitFen: number;
}

export interface PaperInsurer {
  name: string;
  /** Such as 首席承保 or 共同承保. */
  role: string;
  shareBasisPoints: number;
  premiumFen: number;
}

export interface PaperClaimExample {
  /** Such as 目录内自付. */
  label: string;
  expenseFen: number;
  deductibleFen: number;
  payPercent: number;
}

/** How a policy was raised to a dearer plan before its cover began. */
export interface PaperUpgrade {
  endorsementNumber: string;
  fromPlanName: string;
  toPlanName: string;
  basePremiumFen: number;
  /** With `basePremiumFen` it makes the premium, or the paper is not written. */
  differenceFen: number;
  paymentMethod: string;
  providerTransactionNumber: string;
  paidAtMs: number;
}

/** A change of data that the paper already shows: it stands beside the contract as its endorsement. */
export interface PaperEndorsement {
  number: string;
  atMs: number;
  /** Such as 更正被保险人姓名. */
  text: string;
}

export interface PolicyPaperData extends PaperCommon {
  /** The file is signed by a certificate that counts, so it may say that it counts like paper. */
  countsLikePaper?: boolean;
  policyholder: PaperPolicyholder;
  insured: PaperInsured;
  /** Such as 没有等待期. */
  waitingPeriod: string;
  /** Where the edition sells several plans. */
  planName?: string;
  upgrade?: PaperUpgrade;
  /** In the order they were made; missing where nothing was changed. */
  endorsements?: readonly PaperEndorsement[];
  premiumFen: number;
  benefits: readonly PaperBenefit[];
  /** The lead insurer first. Shares make 10000 and premiums make `premiumFen`, or the paper is not written. */
  insurers: readonly PaperInsurer[];
  filing: { number: string; organisation: string };
  brokerName?: string;
  specialTerms: readonly PaperClause[];
  exclusions: readonly PaperClause[];
  /** Where the whole text of the exclusions is, such as 完整内容见条款第四条，以条款为准. */
  exclusionsSource: string;
  preExistingConditions: string;
  claimExample?: PaperClaimExample;
  claimSteps: readonly PaperClause[];
  /** How to change, leave and complain: label and sentence. */
  serviceRows: readonly { label: string; text: string }[];
  /** Only when the sale really was recorded. */
  saleRecord?: { number: string; keptUntil: string };
}

export interface PaymentStep {
  label: string;
  atMs: number;
  note: string;
}

export interface VoucherPaperData extends Omit<PaperCommon, 'policyNumber'> {
  voucherNumber: string;
  /** Missing while the policy is not issued yet. */
  policyNumber?: string;
  payer: { name: string; idNumber: string };
  insured: { name: string; relationship: string };
  upgrade?: PaperUpgrade;
  /** What was paid for this one insured person, with the difference of an upgrade. */
  amountFen: number;
  /** The payment provider's own transaction number. */
  providerTransactionNumber: string;
  payee: string;
  /** What happened when, in order; 2 to 4 steps, or none. */
  steps: readonly PaymentStep[];
  /** The whole order, when it was for more than one person. */
  wholeOrder?: { peopleCount: number; amountFen: number };
}

/** One line of the story of an order's money; what is open has no moment, but a latest one. */
export interface PaperMoneyEntry {
  /** Names the route too, such as 微信支付已扣. */
  title: string;
  text: string | null;
  amountFen: number | null;
  atMs: number | null;
  latest: Deadline | null;
  /** Such as 流水号 4200…. */
  serial: string | null;
}

/** The record of an order's money as it stood when it was drawn. No person is named in it. */
export interface OrderMoneyPaperData {
  isDemonstration: boolean;
  /** Who runs the service, such as 苏民安. */
  serviceName: string;
  productName: string;
  productFullName: string;
  orderNumber: string;
  servicePhone: string;
  /** Absolute address of the public verification page, and the code in it. */
  verificationUrl: string;
  verificationCode: string;
  drawnAtMs: number;
  /** Where the money is, and what happens next. */
  state: { title: string; text: string };
  /** People whose policies stand. */
  insuredCount: number;
  /** What the money was for; 参保 unless given. */
  purpose?: string;
  /** usedFen + returningFen + returnedFen, or the paper is not written. */
  chargedFen: number;
  usedFen: number;
  returningFen: number;
  returnedFen: number;
  entries: readonly PaperMoneyEntry[];
  next: readonly PaperMoneyEntry[];
}

/** The keepsake of an order. It holds nothing by which anybody could be found, and no amount. */
export interface LovePaperData {
  isDemonstration: boolean;
  /** How the giver wants to be called. */
  nickname: string;
  /** `self`: the giver insured only themselves; `family`: the family; `donation`: others. */
  gift: 'self' | 'family' | 'donation';
  /** People whose policies stand. */
  peopleCount: number;
  /** Such as 苏民安 2026. */
  productName: string;
  /** Such as 苏民安. */
  serviceName: string;
  editionYear: number;
  certificateNumber: string;
  /** Day of the certificate, YYYY-MM-DD. */
  givenOn: string;
  createdAtMs: number;
  /** Where the QR code leads: the home page, with the giver's share code if they want it. */
  landingUrl: string;
  verificationCode: string;
  voided?: PaperVoid;
}

/** A picture that residents pass on: the product, what it costs, and the sharer's QR code. */
export interface PosterData {
  isDemonstration: boolean;
  kicker: string;
  /** Such as 苏民安 2026. */
  productName: string;
  /** Such as 江苏省补充医疗保险. */
  productFullName: string;
  points: readonly string[];
  /** In yuan, such as 158. */
  price: string;
  /** There are dearer plans. */
  isLowestPrice: boolean;
  coverageStartsOn: string;
  coverageEndsOn: string;
  saleEndsAtMs: number;
  invitation: string;
  insurers: readonly string[];
  intermediaries: readonly string[];
  notice: string;
  /** Null with the next: not approved yet. */
  approvalNo: string | null;
  approvedUntilMs: number | null;
  servicePhone: string;
  /** What the QR code leads to. */
  landingUrl: string;
  /** When it was approved: the same poster is the same file. */
  createdAtMs: number;
}

export interface ShareCardData {
  serviceName: string;
  subtitle: string;
}
