import type { Calls, InputOf } from '@huimin/contract';
import { newClientKey } from '../../api/new-client-key.ts';
import { browserStorage } from '../../channel/browser-storage.ts';

export type RefundReason = InputOf<Calls['refundOrder']>['reason'];

/** What was chosen on the first step, for the second and for the way back. Numbers of policies only, no person. */
export interface RefundDraft {
  readonly orderNo: string;
  readonly policyNos: readonly string[];
  readonly reason: RefundReason | null;
  /** Sent with the confirmation, so that a repeated tap or a reloaded page is the same refund. */
  readonly clientKey: string;
}

const KEY = 'huimin-refund';
type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
/** For browsers that refuse storage: the choice lasts as long as the page. */
let unsaved: RefundDraft | null = null;

/** The choice made for this order in this tab, or null. */
export function keptRefund(
  orderNo: string,
  storage: KeyStorage | null = browserStorage('sessionStorage'),
): RefundDraft | null {
  const draft = stored(storage) ?? unsaved;
  return draft?.orderNo === orderNo ? draft : null;
}

/** Keeps the choice; another choice than the kept one is another refund and gets a key of its own. */
export function keepRefund(
  choice: Omit<RefundDraft, 'clientKey'>,
  storage: KeyStorage | null = browserStorage('sessionStorage'),
): RefundDraft {
  const before = keptRefund(choice.orderNo, storage);
  const same =
    before?.reason === choice.reason && [...before.policyNos].sort().join() === [...choice.policyNos].sort().join();
  const draft = { ...choice, clientKey: same ? before.clientKey : newClientKey() };
  unsaved = draft;
  try {
    storage?.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Refused or full: `unsaved` holds it.
  }
  return draft;
}

/** The refund was made or given up. */
export function forgetRefund(storage: KeyStorage | null = browserStorage('sessionStorage')): void {
  unsaved = null;
  try {
    storage?.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}

function stored(storage: KeyStorage | null): RefundDraft | null {
  try {
    const value = JSON.parse(storage?.getItem(KEY) ?? 'null') as Partial<RefundDraft> | null;
    const whole = typeof value?.orderNo === 'string' && typeof value.clientKey === 'string';
    return whole && Array.isArray(value.policyNos) ? (value as RefundDraft) : null;
  } catch {
    return null;
  }
}
