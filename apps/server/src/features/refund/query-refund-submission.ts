import type { Calls, RefundSubmissionValue } from '@huimin/contract';
import { formatDeadline } from '@huimin/domain/date';
import { maskPhone } from '@huimin/domain/person';
import { latestArrival, REFUND_REASONS, refundArrival, UPGRADE_REFUND_REASONS } from '@huimin/domain/refund';
import { type Handler, ok } from '../../http/handler.ts';
import { accountPhone } from '../account/index.ts';
import { offeredEntries } from '../configuration/index.ts';
import { insuredDetails } from '../order/index.ts';
import { hasStandingContract } from '../withholding/index.ts';
import type { RefundDependencies } from './refund-deps.ts';
import { basisText, consequence, offeredPeople, whyNotOffered } from './refund-offer.ts';
import { paidOrder } from './refund-order-context.ts';
import { destinationOf, refundProgress } from './refund-progress.ts';
import { appliedRefunds } from './refund-store.ts';
import { refundsAlongside } from './refunds-alongside.ts';

/** Everything a refund is decided by: who, how much, on what ground, what it costs, where to and when; and the refunds so far. */
export function queryRefundSubmission(deps: RefundDependencies): Handler<Calls['queryRefundSubmission']> {
  return async (input, request) => {
    const found = await paidOrder(deps, request, input.orderNo);
    if (!found.ok) return found;
    const { order, edition, payment } = found.value;
    const { document } = edition;
    const { query } = deps.database;
    const nowMs = deps.clock.now();
    const offered = await offeredPeople(query, order, edition, nowMs);
    const rows = offered.map((person) => person.insured);
    const refunds = await appliedRefunds(query, order.shard, order.id);
    const alongside = await refundsAlongside(query, order, refunds);
    const basis = offered.find((person) => person.why === null)?.basis ?? offered[0]?.basis ?? 'full';
    const notOffered = whyNotOffered(edition);
    return ok({
      orderNo: input.orderNo,
      productName: document.proName,
      ...(order.kind === 'upgrade' ? { kind: order.kind } : {}),
      editionYear: document.editionYear,
      offered: notOffered === null,
      notOffered,
      people: offered.map((person) => ({
        policyNo: deps.numbers.policyNo(person.insured.policy_id),
        name: insuredDetails(deps, person.insured).name,
        relationship: person.insured.relationship as RefundSubmissionValue['people'][number]['relationship'],
        premiumFen: person.insured.premium_fen + (person.insured.upgrade_fen ?? 0),
        amountFen: person.why === null ? person.amountFen : 0,
        ...(person.why === null && person.upgradeFen > 0 ? { upgradeFen: person.upgradeFen } : {}),
        refundable: person.why === null,
        why: person.why,
      })),
      basis,
      basisText: basisText(basis, document),
      consequence: consequence(edition, order, nowMs),
      destination: destinationOf(payment.method),
      arrivalText: refundArrival(payment.method).text,
      latestArrival: formatDeadline(latestArrival(payment.method, nowMs)),
      phoneMasked: maskPhone(await accountPhone(deps, request.user)),
      reasons: await offeredEntries(
        query,
        'refund_reason',
        order.kind === 'upgrade' ? UPGRADE_REFUND_REASONS : REFUND_REASONS,
      ),
      withholding: await hasStandingContract(query, order.shard, order.id),
      refunds: refunds.map((refund) => refundProgress(deps, refund, rows, document, alongside)),
    });
  };
}
