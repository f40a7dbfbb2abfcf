import type { PaperVoid } from './paper-data.ts';

/** The endorsement of a change that was made: what the contract said before, what it says now. Numbers come masked. */
export interface EndorsementPaperData {
  isDemonstration: boolean;
  productName: string;
  productFullName: string;
  endorsementNumber: string;
  changeNumber: string;
  orderNumber: string;
  /** Policies of the order that it belongs to. */
  policyNumbers: readonly string[];
  /** Further orders of the same payer whose contact data changed along. */
  furtherOrders: number;
  coverageStartsOn: string;
  coverageEndsOn: string;
  policyholderName: string;
  /** Whose data, as they were called after the change. */
  subject: '投保人' | '被保险人';
  name: string;
  idTypeName: string;
  idNumber: string;
  reason: string;
  items: readonly { label: string; before: string; after: string }[];
  /** From when it counts. */
  decidedAtMs: number;
  insurerName: string;
  servicePhone: string;
  verificationUrl: string;
  verificationCode: string;
  /** The file is signed by a certificate that counts. */
  countsLikePaper?: boolean;
  voided?: PaperVoid;
}
