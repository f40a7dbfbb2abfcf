import { forgetLogin } from '../../features/account/login-memory.ts';
import { browserDraft } from '../../features/draft-order/browser-draft.ts';
import { discardHalfFilledMember } from '../../features/insured/half-filled-member.ts';

/** Throws away what an account has left half done in this browser: the draft of its order and a half-filled form. */
export async function discardDrafts(editionCode: string): Promise<void> {
  browserDraft(editionCode).clear();
  await discardHalfFilledMember();
}

/** After logout: this browser forgets the account and everything it has left half done. */
export async function leaveAccount(editionCode: string): Promise<void> {
  forgetLogin();
  await discardDrafts(editionCode);
}
