import { browserStorage } from '../../channel/browser-storage.ts';
import { HALF_FILLED_REQUEST } from '../../features/account/half-filled-request.ts';
import { forgetRecovery } from '../../features/account/kept-recovery.ts';
import { forgetLogin } from '../../features/account/login-memory.ts';
import { HALF_FILLED_CHANGE } from '../../features/changes/half-filled-change.ts';
import { HALF_FILLED_CONTACT } from '../../features/changes/half-filled-contact.ts';
import { HALF_FILLED_COMPLAINT } from '../../features/complaints/half-filled-complaint.ts';
import { browserDraft } from '../../features/draft-order/browser-draft.ts';
import { HALF_FILLED_COMPANY } from '../../features/group/half-filled-company.ts';
import { forgetIdentityRequest } from '../../features/identity/identity-request.ts';
import { HALF_FILLED_MEMBER } from '../../features/insured/half-filled-member.ts';
import { browserKeptOrders, browserKeptPapers } from '../../features/kept-papers/browser-kept-papers.ts';
import { forgetRefund } from '../../features/refund/refund-draft.ts';
import { forgetKeptUploads } from '../../features/uploads/kept-uploads.ts';

/** Forms that were left unfinished. */
const HALF_FILLED = [
  HALF_FILLED_MEMBER,
  HALF_FILLED_CHANGE,
  HALF_FILLED_CONTACT,
  HALF_FILLED_COMPLAINT,
  HALF_FILLED_COMPANY,
  HALF_FILLED_REQUEST,
];

/**
 * Throws away what an account has left in this browser: drafts, half-filled forms, a check of identity, kept vouchers
 * and orders.
 */
export async function discardKept(editionCode: string): Promise<void> {
  browserDraft(editionCode).clear();
  forgetRefund();
  forgetRecovery();
  forgetIdentityRequest();
  forgetKeptUploads(browserStorage('sessionStorage'));
  await Promise.all([
    ...HALF_FILLED.map((kind) => kind.store().discard()),
    browserKeptPapers().discard(),
    browserKeptOrders().discard(),
  ]);
}

/** After logout: this browser forgets the account and everything it has left here. */
export async function leaveAccount(editionCode: string): Promise<void> {
  forgetLogin();
  await discardKept(editionCode);
}
