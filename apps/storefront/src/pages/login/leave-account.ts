import { forgetPerson } from '../../channel/person-gone.ts';
import { HALF_FILLED_REQUEST } from '../../features/account/half-filled-request.ts';
import { forgetLogin } from '../../features/account/login-memory.ts';
import { HALF_FILLED_CHANGE } from '../../features/changes/half-filled-change.ts';
import { HALF_FILLED_CONTACT } from '../../features/changes/half-filled-contact.ts';
import { HALF_FILLED_COMPLAINT } from '../../features/complaints/half-filled-complaint.ts';
import { HALF_FILLED_COMPANY } from '../../features/group/half-filled-company.ts';
import { HALF_FILLED_MEMBER } from '../../features/insured/half-filled-member.ts';
import { browserKeptOrders, browserKeptPapers } from '../../features/kept-papers/browser-kept-papers.ts';
import { rememberChosenRegion } from '../../features/region/chosen-region.ts';

/** Forms that were left unfinished. */
export const HALF_FILLED = [
  HALF_FILLED_MEMBER,
  HALF_FILLED_CHANGE,
  HALF_FILLED_CONTACT,
  HALF_FILLED_COMPLAINT,
  HALF_FILLED_COMPANY,
  HALF_FILLED_REQUEST,
];

/**
 * Throws away what an account has left in this browser, of every edition: drafts, half-filled forms, a check of identity, the place
 * of medical insurance, kept vouchers and orders.
 */
export async function discardKept(): Promise<void> {
  const sealed = Promise.all([
    ...HALF_FILLED.map((kind) => kind.store().discard()),
    browserKeptPapers().discard(),
    browserKeptOrders().discard(),
  ]);
  // Tells the parts that show it; the account has it and brings it back.
  rememberChosenRegion('');
  forgetPerson();
  await sealed;
}

/** After logout: this browser forgets the account and everything it has left here. */
export async function leaveAccount(): Promise<void> {
  forgetLogin();
  await discardKept();
}
