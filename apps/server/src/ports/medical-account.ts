import type { AccountOwner, NoticeAnswer, NoticeRefusal, PaymentProvider, RawNotice } from './payment-provider.ts';

/**
 * The medical-insurance personal account: a payment provider whose payer is asked at the bureau first. Amounts are
 * integer fen, moments milliseconds since 1970. `unknown` may or may not have happened there.
 */
export interface MedicalAccount extends PaymentProvider {
  /** Where the bureau tells of permissions, and how it is answered. */
  readonly permissionNotices: {
    /** Below the base path of the calls. */
    readonly path: string;
    answer(refusal: NoticeRefusal | null): NoticeAnswer;
  };
  /** Where the bureau's page of permission sends the browser back to, below the site's address. */
  readonly permissionReturnPath: string;
  /** Whether this person's account may pay now. Never how much is in it. `regionCode`: where they are insured. */
  isOpen(owner: AccountOwner, regionCode: string): Promise<AccountAnswer>;
  /** The bureau's page on which the owner allows one payment; the same ask finds the same page. */
  permissionPage(ask: PermissionAsk): Promise<PermissionPage>;
  /** Verifies and opens a notice about a permission from its raw bytes. */
  verifyPermission(notice: RawNotice): PermissionNotice;
  /** What the browser brought back from the page of permission. Unsigned: anybody may have written it. */
  readPermissionReturn(query: string): PermissionHint | null;
  /** What the insurance core booked for a payment. */
  settlementLines(providerTxn: string): Promise<SettlementAnswer>;
}

/** Why an account cannot pay: not open in that place, insured elsewhere, out of hours, nothing in it, or as the bureau says. */
export type AccountRefusal = 'place' | 'province' | 'hours' | 'balance' | 'other';

export type AccountAnswer =
  | { readonly kind: 'open' }
  | { readonly kind: 'closed'; readonly reason: AccountRefusal }
  | { readonly kind: 'unknown'; readonly message: string };

export interface PermissionAsk {
  /** Ours: 8–32 letters and digits. */
  readonly askNo: string;
  readonly owner: AccountOwner;
  readonly returnUrl: string;
  readonly notifyUrl: string;
  /** Comes back with the browser. */
  readonly state: string;
}

export type PermissionPage =
  | { readonly kind: 'page'; readonly url: string }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string };

export type PermissionNotice =
  | {
      readonly kind: 'granted';
      readonly noticeId: string;
      readonly askNo: string;
      /** Good for one order, until `expiresAtMs`. */
      readonly permissionNo: string;
      readonly expiresAtMs: number;
    }
  | { readonly kind: 'declined'; readonly noticeId: string; readonly askNo: string }
  | { readonly kind: 'refused'; readonly reason: string };

export interface PermissionHint {
  readonly askNo: string;
  readonly state: string;
  readonly saysGranted: boolean;
}

export interface SettlementLine {
  readonly itemName: string;
  readonly settlementNo: string;
  readonly amountFen: number;
  readonly accountFen: number;
  readonly ownFen: number;
  readonly settledAtMs: number;
}

export type SettlementAnswer =
  | { readonly kind: 'lines'; readonly lines: readonly SettlementLine[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly message: string };
