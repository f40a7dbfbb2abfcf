import type {
  CreateResult,
  NoticeAnswer,
  NoticeRefusal,
  NoticeResult,
  PaidEvidence,
  ProviderOrder,
  RawNotice,
} from './payment-provider.ts';
import type { SignedContract } from './signed-contract.ts';

/**
 * Contracts by which a provider takes money later without the payer pressing anything (委托代扣). Amounts are integer
 * fen, moments milliseconds since 1970. `unknown`: it may or may not have happened; ask by query, never assume.
 */
export interface Withholding {
  readonly planId: string;
  /** What the payer's page hands to the messaging app's bridge for an order that was made with `contract`. */
  signBridge(prepayId: string, nonce: string, timestampSeconds: number): SignedBridgeRequest;
  /** The provider's page on which somebody signs without paying; opened inside the messaging app. */
  signPageUrl(contract: SignedContract, atMs: number): string;
  queryContract(contractCode: string): Promise<ContractResult>;
  /** Ends a contract. `absent`: there is none that stands. */
  terminate(contractCode: string, remark: string): Promise<TerminateResult>;
  /** Tells the payer through the provider of a coming charge, so that it may be made without the day's delay. */
  announce(contractId: string, amountFen: number): Promise<AnnounceResult>;
  /** Hands over a charge; its own number, so that it may be sent again. The money is told by notice or query. */
  charge(charge: Charge): Promise<ChargeResult>;
  queryCharge(merchantOrderNo: string): Promise<ChargeState>;
  /** Verifies and opens what the provider tells of a contract; nothing of it may be trusted before. */
  readContractNotice(notice: RawNotice): ContractNotice;
  /** Verifies and opens what the provider tells of a payment made with a contract, or of a charge. */
  readPaymentNotice(notice: RawNotice): NoticeResult;
  answerNotice(refusal: NoticeRefusal | null): NoticeAnswer;
}

/** Charges as the payment provider hands them on. */
export type Charging = Pick<Withholding, 'charge' | 'queryCharge'>;

/** Makes an order whose payer also signs; the result's handle is a `SigningHandle` as JSON. */
export type CreateSigned = (order: ProviderOrder) => Promise<CreateResult>;

export interface SigningHandle {
  readonly prepayId: string;
  /** False: the provider takes the payment and refuses the contract. */
  readonly signing: boolean;
}

export interface SignedBridgeRequest {
  readonly appId: string;
  readonly timeStamp: string;
  readonly nonceStr: string;
  readonly package: string;
  readonly signType: 'HMAC-SHA256';
  readonly paySign: string;
}

export type ContractEnd = 'user' | 'merchant' | 'time';

/** How a contract stands by the provider's verified word. */
export type ContractState =
  | {
      readonly kind: 'signed';
      readonly contractId: string;
      readonly openId: string;
      readonly signedAtMs: number;
      readonly expiresAtMs: number | null;
    }
  | { readonly kind: 'ended'; readonly contractId: string; readonly by: ContractEnd; readonly endedAtMs: number };

export type ContractResult =
  | ContractState
  /** Never signed, as far as the provider knows by now. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly message: string };

export type TerminateResult =
  | { readonly kind: 'ended' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly message: string };

export type AnnounceResult =
  | { readonly kind: 'announced' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string };

export interface Charge {
  readonly merchantOrderNo: string;
  readonly contractId: string;
  readonly amountFen: number;
  readonly description: string;
  readonly notifyUrl: string;
  readonly clientAddress: string;
}

export type ChargeResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'already-paid' }
  | { readonly kind: 'contract-ended' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string };

export type ChargeState =
  | { readonly kind: 'paid'; readonly evidence: PaidEvidence }
  | { readonly kind: 'refunded'; readonly evidence: PaidEvidence }
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly message: string };

export type ContractNotice =
  | {
      readonly kind: 'contract';
      readonly noticeId: string;
      readonly contractCode: string;
      readonly state: ContractState;
    }
  | { readonly kind: 'refused'; readonly reason: string };
