import type { Calls } from '@huimin/contract';
import { maskPhone } from '@huimin/domain/person';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { accountPhone, sendCode } from '../account/index.ts';
import type { RefundDependencies } from './refund-deps.ts';
import { offeredPeople, whyNotOffered } from './refund-offer.ts';
import { chosenPeople, paidOrder, sumFen } from './refund-order-context.ts';

/** Sends the code that confirms a refund to the phone of the login, once what is asked for can be done. */
export function saveRefundSubmission(deps: RefundDependencies): Handler<Calls['saveRefundSubmission']> {
  return async (input, request) => {
    const found = await paidOrder(deps, request, input.orderNo);
    if (!found.ok) return found;
    const { order, edition } = found.value;
    const notOffered = whyNotOffered(edition);
    if (notOffered !== null) return fail('switched-off', notOffered);
    const offered = await offeredPeople(deps.database.query, order, edition, deps.clock.now());
    const chosen = chosenPeople(deps, offered, input.policyNos);
    if (!chosen.ok) return chosen;
    const phone = await accountPhone(deps, request.user);
    const sent = await sendCode(deps.codes, { phone, purpose: 'refund' }, request.clientAddress);
    return sent.ok ? ok({ amountFen: sumFen(chosen.value), phoneMasked: maskPhone(phone), ...sent.value }) : sent;
  };
}
