import type { RefundReasonCode } from '@huimin/domain/refund';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { fail, ok, type Reply } from '../../http/handler.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { OrderRow } from '../order/index.ts';
import { decideRefund } from './apply-refund.ts';
import { type OfferedPerson, offeredPeople } from './refund-offer.ts';
import { chosenPeople, sumFen, withPayment } from './refund-order-context.ts';

type Deps = Core & { readonly editions: Pick<EditionStore, 'edition'> };

/** What every person of an order can get back now, for somebody who asks for it at a desk; why nobody can. */
export async function refundOffer(deps: Deps, query: Query, order: OrderRow): Promise<Reply<OfferedPerson[]>> {
  if (order.kind === 'group') return fail('order-state', '团体的钱退到单位，请在团体参保里办');
  const paid = await withPayment(deps, query, order);
  return paid.ok ? ok(await offeredPeople(query, order, paid.value.edition, deps.clock.now())) : paid;
}

export interface StaffRefund {
  readonly policyNos: readonly string[];
  readonly reason: RefundReasonCode;
  readonly expectedFen: number;
  readonly clientKey: string;
  readonly startedBy: number;
}

/** Whether it could be given back, and how much that is. */
export async function checkStaffRefund(
  deps: Deps,
  query: Query,
  order: OrderRow,
  policyNos: readonly string[],
): Promise<Reply<number>> {
  const offered = await refundOffer(deps, query, order);
  if (!offered.ok) return offered;
  const chosen = chosenPeople(deps, offered.value, policyNos);
  return chosen.ok ? ok(sumFen(chosen.value)) : chosen;
}

/** Gives policies back that one of the staff asked for and another agreed to: the same refund as a policyholder's own. */
export async function refundByStaff(
  deps: Deps,
  query: Query,
  order: OrderRow,
  refund: StaffRefund,
): Promise<Reply<null>> {
  const paid = await withPayment(deps, query, order);
  if (!paid.ok) return paid;
  return decideRefund(deps, query, paid.value, {
    ...refund,
    closeWithholding: false,
    userId: order.user_id,
    needsOffer: false,
    reviewedFrom: null,
    confirm: async () => ok(null),
  });
}
