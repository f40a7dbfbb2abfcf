import { browserStorage } from '../../channel/browser-storage.ts';
import { forgetRecovery } from '../../features/account/kept-recovery.ts';
import { forgetLogin } from '../../features/account/login-memory.ts';
import { discardHalfFilledChange } from '../../features/changes/half-filled-change.ts';
import { browserDraft } from '../../features/draft-order/browser-draft.ts';
import { forgetIdentityRequest } from '../../features/identity/identity-request.ts';
import { discardHalfFilledMember } from '../../features/insured/half-filled-member.ts';
import { browserKeptOrders, browserKeptPapers } from '../../features/kept-papers/browser-kept-papers.ts';
import { forgetRefund } from '../../features/refund/refund-draft.ts';
import { forgetKeptUploads } from '../../features/uploads/kept-uploads.ts';

/**
 * Throws away what an account has left in this browser: drafts, a half-filled form, a check of identity, kept vouchers
 * and orders.
 */
export async function discardKept(editionCode: string): Promise<void> {
  browserDraft(editionCode).clear();
  forgetRefund();
  forgetRecovery();
  forgetIdentityRequest();
  forgetKeptUploads(browserStorage('sessionStorage'));
  await Promise.all([
    discardHalfFilledMember(),
    discardHalfFilledChange(),
    browserKeptPapers().discard(),
    browserKeptOrders().discard(),
  ]);
}

/** After logout: this browser forgets the account and everything it has left here. */
export async function leaveAccount(editionCode: string): Promise<void> {
  forgetLogin();
  await discardKept(editionCode);
}
