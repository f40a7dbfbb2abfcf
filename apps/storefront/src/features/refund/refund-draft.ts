import type { Calls, InputOf } from '@huimin/contract';
import { newClientKey } from '../../api/new-client-key.ts';
import { forgetNote, keepNote, keptNote } from '../../channel/tab-note.ts';

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

/** The choice made for this order in this tab, or null. */
export function keptRefund(orderNo: string): RefundDraft | null {
  const draft = keptNote(KEY) as Partial<RefundDraft> | null;
  const isWhole = typeof draft?.clientKey === 'string' && Array.isArray(draft.policyNos);
  return isWhole && draft.orderNo === orderNo ? (draft as RefundDraft) : null;
}

/** Keeps the choice; another choice than the kept one is another refund and gets a key of its own. */
export function keepRefund(choice: Omit<RefundDraft, 'clientKey'>): RefundDraft {
  const before = keptRefund(choice.orderNo);
  const same =
    before?.reason === choice.reason && [...before.policyNos].sort().join() === [...choice.policyNos].sort().join();
  const draft = { ...choice, clientKey: same ? before.clientKey : newClientKey() };
  keepNote(KEY, draft);
  return draft;
}

/** The refund was made or given up. */
export function forgetRefund(): void {
  forgetNote(KEY);
}
