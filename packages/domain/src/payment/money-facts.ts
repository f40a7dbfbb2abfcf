import type { Fen } from '../money/index.ts';
import type { HandRoute, RefundStatus } from '../refund/index.ts';
import type { PaymentStatus } from './payment-status.ts';

/** Everything that is known of an order's money; moments are ms, `route` is what residents call the method. */
export interface MoneyFacts {
  readonly nowMs: number;
  readonly product: string;
  /** It pays for raising policies to a dearer plan, not for new ones. */
  readonly isUpgrade?: boolean;
  readonly status: number;
  readonly insuredCount: number;
  readonly premiumFen: Fen;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly closedAtMs: number | null;
  readonly issuedAtMs: number | null;
  readonly coverStartsAtMs: number | null;
  /** Policies that are neither given back nor on their way back. */
  readonly policiesStanding: number;
  /** An open attempt may have been charged, and its provider does not say. */
  readonly unclear: boolean;
  /** The payer gets a text message when the result is there. */
  readonly isTold: boolean;
  /** Who reads about it; absent: the payer. */
  readonly reader?: 'desk';
  readonly attempts: readonly AttemptFact[];
  readonly payments: readonly PaymentFact[];
  readonly refunds: readonly RefundFact[];
}

/** What is said to the payer, or to the desk in its own words. */
export const toReader = ({ reader }: Pick<MoneyFacts, 'reader'>, payer: string, desk: string): string =>
  reader === 'desk' ? desk : payer;

export interface AttemptFact {
  readonly id: bigint;
  readonly route: string;
  readonly state: PaymentStatus;
  readonly createdAtMs: number;
  readonly closedAtMs: number | null;
}

/** Money that the provider has confirmed. */
export interface PaymentFact {
  /** Of the attempt it came by. */
  readonly id: bigint;
  readonly method: string;
  readonly route: string;
  readonly amountFen: Fen;
  /** premium: it pays the order; surplus: it pays for nothing and goes back in full. */
  readonly purpose: 'premium' | 'surplus';
  readonly providerTxn: string;
  /** By the provider's clock. */
  readonly paidAtMs: number;
  /** When this was told of it. */
  readonly receivedAtMs: number;
}

/** Why money goes back: asked for by the policyholder, paid too much, no cover could be given, or by hand. */
export type RefundCause = 'asked' | 'surplus' | 'no-cover' | 'other';

export interface RefundFact {
  readonly paymentId: bigint;
  /** The number by which its provider knows it now. */
  readonly refundNo: string;
  readonly amountFen: Fen;
  readonly state: RefundStatus;
  readonly cause: RefundCause;
  readonly createdAtMs: number;
  readonly acceptedAtMs: number | null;
  readonly settledAtMs: number | null;
  /** When it was begun with this number: at the application, or when the one before was closed. */
  readonly beganAtMs: number;
  /** When it is sent again by itself; null: it is not, or need not be. */
  readonly resendAtMs: number | null;
  /** Its other numbers, oldest first. */
  readonly formerNumbers: readonly FormerNumber[];
  /** How a person paid it; null: it went the way the money came. */
  readonly byHand: { readonly route: HandRoute; readonly paidOn: string } | null;
}

export interface FormerNumber {
  readonly refundNo: string;
  readonly acceptedAtMs: number | null;
  /** When its provider said that it came to nothing; null: it never said so. */
  readonly failedAtMs: number | null;
  readonly replacedAtMs: number;
  /** When money went back by it besides. */
  readonly settledAtMs: number | null;
}
