import { forgetLogin } from '../../features/account/login-memory.ts';
import { browserDraft } from '../../features/draft-order/browser-draft.ts';
import { discardHalfFilledMember } from '../../features/insured/half-filled-member.ts';
import { browserKeptPapers } from '../../features/kept-papers/browser-kept-papers.ts';

/** Throws away what an account has left in this browser: the draft of its order, a half-filled form, kept vouchers. */
export async function discardKept(editionCode: string): Promise<void> {
  browserDraft(editionCode).clear();
  await Promise.all([discardHalfFilledMember(), browserKeptPapers().discard()]);
}

/** After logout: this browser forgets the account and everything it has left here. */
export async function leaveAccount(editionCode: string): Promise<void> {
  forgetLogin();
  await discardKept(editionCode);
}
