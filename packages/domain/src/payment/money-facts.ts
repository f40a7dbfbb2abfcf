import type { Fen } from '../money/index.ts';
import type { RefundStatus } from '../refund/index.ts';
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
  readonly attempts: readonly AttemptFact[];
  readonly payments: readonly PaymentFact[];
  readonly refunds: readonly RefundFact[];
}

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
  readonly refundNo: string;
  readonly amountFen: Fen;
  readonly state: RefundStatus;
  readonly cause: RefundCause;
  readonly createdAtMs: number;
  readonly acceptedAtMs: number | null;
  readonly settledAtMs: number | null;
}
