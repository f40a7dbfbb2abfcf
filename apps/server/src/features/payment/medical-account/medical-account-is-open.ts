import type { Calls } from '@huimin/contract';
import { type Handler, ok } from '../../../http/handler.ts';
import type { PaymentDependencies } from '../payment-dependencies.ts';
import { accountRefusalText, centreBusy, payerAccount } from './payer-account.ts';
import { recordConsent } from './permission-store.ts';

/** Version of the words by which the payer agrees to the question; see the sheet on the payment page. */
const CONSENT_WORDING = 1;

/** Asks the bureau whether the policyholder's account can pay; the payer's consent is kept first. */
export function medicalAccountIsOpen(deps: PaymentDependencies): Handler<Calls['medicalAccountIsOpen']> {
  return async (input, request) => {
    const account = await payerAccount(deps, request, input.orderNo);
    if (!account.ok) return account;
    const { centre, order, owner, regionCode, place } = account.value;
    await recordConsent(deps.database.query, order, CONSENT_WORDING, deps.clock.now());
    const answer = await centre.isOpen(owner, regionCode);
    switch (answer.kind) {
      case 'open':
        return ok({ open: true, place, message: '' });
      case 'closed':
        return ok({ open: false, place, message: accountRefusalText(answer.reason, place) });
      case 'unknown':
        deps.log.warn({ problem: answer.message }, 'nothing known about a personal account');
        return centreBusy();
    }
  };
}
