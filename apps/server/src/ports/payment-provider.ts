import type { SignedContract } from './signed-contract.ts';

/**
 * What the product needs from any payment provider. Amounts are integer fen, moments milliseconds since 1970.
 * A call that answers `unknown` may or may not have happened at the provider: ask by query, never assume.
 */
export interface PaymentProvider {
  readonly code: string;
  readonly notices: NoticeDoor;
  /** Starts (or starts again, same number and data) an order at the provider. */
  create(order: ProviderOrder): Promise<CreateResult>;
  query(order: PlacedOrder): Promise<QueryResult>;
  /** Closes so that it can no longer be paid; a paid order answers `paid`. */
  close(order: PlacedOrder): Promise<CloseResult>;
  /** It takes one refund of a payment in this time; 0: as many as there are. */
  readonly refundGapMs: number;
  refund(request: RefundRequest): Promise<RefundResult>;
  queryRefund(refund: PlacedRefund): Promise<RefundResult>;
  /** Verifies and opens a notice from its raw bytes; nothing of it may be trusted before. */
  verifyNotice(notice: RawNotice): Promise<NoticeResult>;
  downloadBill(day: string): Promise<BillResult>;
  /** Where its own pages send the browser back to, for providers that sign that way. */
  readonly browserReturn?: BrowserReturn;
}

/** How a provider sends its notices and wants them answered. */
export interface NoticeDoor {
  /** Below the base path of the calls. */
  readonly path: string;
  /** Beginning of the names of the headers that prove a notice; null when its body does. */
  readonly proofHeaders: string | null;
  /** `refusal`: null when the notice was taken. */
  answer(refusal: NoticeRefusal | null): NoticeAnswer;
}

export interface NoticeRefusal {
  readonly status: number;
  readonly message: string;
}

export interface NoticeAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
}

export interface BrowserReturn {
  /** Below the site's address. */
  readonly path: string;
  /** POST: the browser sends a form. */
  readonly method: 'GET' | 'POST';
  /**
   * Our number in what the browser brought (the query, or the form's text), null when it is none of this provider's.
   * Says nothing about money: only where to go on.
   */
  merchantOrderNoOf(sent: string): string | null;
}

/** Where somebody's openId is of, beside the official account. */
export type PayerApp = 'mini-program';

/** An order that a provider was told of, or may have been. */
export interface PlacedOrder {
  readonly merchantOrderNo: string;
  /** When its attempt was written; some providers find an order only by its number and this time together. */
  readonly placedAtMs: number;
  /** Taken by a contract, without a cashier; asked about in a way of its own. */
  readonly byContract?: boolean;
}

export interface ProviderOrder extends PlacedOrder {
  readonly amountFen: number;
  readonly description: string;
  readonly expiresAtMs: number;
  readonly notifyUrl: string;
  readonly clientAddress: string;
  readonly way: /** `app`: the mini-program that the openId is of; the official account without it. */
    | { readonly kind: 'jsapi'; readonly openId: string; readonly app?: PayerApp }
    /** Over the same bridge, with a contract signed along; such an order's notices come to a door of their own. */
    | { readonly kind: 'sign'; readonly openId: string; readonly contract: SignedContract; readonly notifyUrl: string }
    /** Nobody is at a cashier: the payer signed a contract before. */
    | { readonly kind: 'deduct'; readonly contractId: string }
    | { readonly kind: 'h5'; readonly returnUrl: string; readonly clientSystem: 'iOS' | 'Android' | 'Wap' }
    /** The provider's own page; `quitUrl` is for a payer who leaves it without paying. */
    | { readonly kind: 'redirect'; readonly returnUrl: string; readonly quitUrl: string }
    /** From a medical-insurance personal account, by a permission its owner gave for this one payment. */
    | {
        readonly kind: 'medical-account';
        readonly returnUrl: string;
        readonly quitUrl: string;
        readonly payer: AccountOwner;
        readonly permissionNo: string;
      };
}

/** Whose personal account it is; resident identity cards only. */
export interface AccountOwner {
  readonly name: string;
  readonly idNumber: string;
}

export type CreateResult =
  /** `handle`: what the way needs to go on (prepay id, page address, `CashierForm` as JSON). */
  | { readonly kind: 'created'; readonly handle: string }
  | { readonly kind: 'already-paid' }
  | { readonly kind: 'closed' }
  /** Too long ago to be started under its number and time; a page of it that is open can still be paid on. */
  | { readonly kind: 'outdated' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /**
   * `tooOften`: it took nothing, because it is asked too much; not to be asked again at once. `setting`: its code for not
   * knowing who asks, because a key or the clock of this server is wrong.
   */
  | { readonly kind: 'unknown'; readonly message: string; readonly tooOften?: true; readonly setting?: string };

/** A form that the payer's browser submits to get to the cashier. */
export interface CashierForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Evidence of money received, from a verified notice or a verified query answer. */
export interface PaidEvidence {
  readonly merchantOrderNo: string;
  readonly providerTxn: string;
  readonly amountFen: number;
  readonly currency: string;
  readonly paidAtMs: number;
  readonly payerId: string | null;
}

export type QueryResult =
  | { readonly kind: 'paid'; readonly evidence: PaidEvidence }
  | { readonly kind: 'refunded'; readonly evidence: PaidEvidence }
  | { readonly kind: 'unpaid' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'absent' }
  /** `setting`: as of a start. */
  | { readonly kind: 'unknown'; readonly message: string; readonly setting?: string };

export type CloseResult =
  | { readonly kind: 'closed' }
  /** Nothing there that can be closed; a cashier page that was opened before may be paid on until the order's time is over. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'paid' }
  | { readonly kind: 'unknown'; readonly message: string };

/** A refund that a provider was told of, or may have been. */
export interface PlacedRefund {
  readonly refundNo: string;
  /** When it was handed over first, or anew after an `absent`; some providers find it only by its number and this time. */
  readonly requestedAtMs: number;
  /** Some providers find a refund only together with its order. */
  readonly merchantOrderNo: string;
  /** The provider's number of the payment that goes back. */
  readonly providerTxn: string;
}

export interface RefundRequest extends PlacedRefund {
  readonly refundFen: number;
  readonly totalFen: number;
  readonly reason: string;
  readonly notifyUrl: string;
}

export type RefundResult =
  /** `refundFen`: what went back by this number; null where the provider does not say. */
  | {
      readonly kind: 'settled';
      readonly providerRefundNo: string;
      readonly settledAtMs: number;
      readonly refundFen: number | null;
    }
  | { readonly kind: 'processing'; readonly providerRefundNo: string }
  | { readonly kind: 'abnormal'; readonly providerRefundNo: string | null; readonly message: string }
  | { readonly kind: 'closed'; readonly providerRefundNo: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string };

export interface RawNotice {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export type NoticeResult =
  | { readonly kind: 'paid'; readonly noticeId: string; readonly evidence: PaidEvidence }
  | { readonly kind: 'refund'; readonly noticeId: string; readonly refundNo: string; readonly result: RefundResult }
  /** Genuine, and says nothing about money (a trade nobody paid was closed). */
  | { readonly kind: 'nothing'; readonly noticeId: string }
  /** Signature, age, key, merchant or app do not fit: answered with an error, no effect. */
  | { readonly kind: 'refused'; readonly reason: string; readonly probe: boolean };

/** Money that moved at a provider, as its bill tells it. */
export interface BillRow {
  readonly kind: 'payment' | 'refund';
  /** Of a refund whose bill does not name it: the refund's own number. */
  readonly merchantOrderNo: string;
  readonly providerTxn: string;
  /** Our number of a refund; null for a payment. */
  readonly refundNo: string | null;
  /** Positive for both kinds. */
  readonly amountFen: number;
  readonly atMs: number;
  /** A refund under way is in some bills too. */
  readonly settled: boolean;
}

export type BillResult =
  /** `sha1` of the plain file, `text` its content as it came, `rows` what it says. */
  | {
      readonly kind: 'bill';
      readonly day: string;
      readonly sha1: string;
      readonly text: string;
      readonly rows: readonly BillRow[];
      /** Further lines that only people can place: what a bank had corrected long afterwards. None when absent. */
      readonly corrections?: number;
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'not-ready' }
  /** It has none that can be fetched, on any day. */
  | { readonly kind: 'not-offered' }
  | { readonly kind: 'unknown'; readonly message: string };
