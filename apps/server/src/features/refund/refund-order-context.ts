import { ORDER_STATUS } from '@huimin/domain/order';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { type CallRequest, fail, ok, type Reply } from '../../http/handler.ts';
import type { LoadedEdition } from '../configuration/index.ts';
import { editionOfOrder, insuredDetails, type OrderRow, orderOfOwner } from '../order/index.ts';
import type { RefundDependencies } from './refund-deps.ts';
import type { OfferedPerson } from './refund-offer.ts';
import { type PremiumPayment, premiumPaymentOf } from './refund-store.ts';

/** An order that was paid for, its edition and the payment its refunds go back by. */
export interface PaidOrder {
  readonly order: OrderRow;
  readonly edition: LoadedEdition;
  readonly payment: PremiumPayment;
}

/** The asker's own order, or why nothing of it can be refunded. */
export async function paidOrder(
  deps: RefundDependencies,
  request: CallRequest,
  orderNo: string,
): Promise<Reply<PaidOrder>> {
  const { query } = deps.database;
  const orderId = deps.numbers.orderId(orderNo);
  const order = orderId === null ? null : await orderOfOwner(query, request.user, orderId);
  return order ? withPayment(deps, query, order) : fail('not-found', '没有找到这笔订单');
}

/** An order with what its refunds need, or why nothing of it can be refunded. */
export async function withPayment(
  deps: Pick<RefundDependencies, 'editions'>,
  query: Query,
  order: OrderRow,
): Promise<Reply<PaidOrder>> {
  const edition = editionOfOrder(deps.editions, order);
  if (!edition) return fail('not-found', '没有找到这笔订单的产品');
  const payment = await premiumPaymentOf(query, order.shard, order.id);
  if (payment) return ok({ order, edition, payment });
  const closed = order.status === ORDER_STATUS.cancelled || order.status === ORDER_STATUS.expired;
  const [some, none] = order.kind === 'upgrade' ? ['可以退的升级', '退升级'] : ['可以退的保单', '退保'];
  return fail('order-state', closed ? `订单已经关闭，没有${some}` : `订单还没有付款，不用${none}，可以直接取消`);
}

/** The people of these policy numbers, all of them refundable; `null` stands for everybody who is. */
export function chosenPeople(
  deps: Core,
  offered: readonly OfferedPerson[],
  policyNos: readonly string[] | null,
): Reply<OfferedPerson[]> {
  if (policyNos === null) {
    const all = offered.filter((person) => person.why === null);
    return all.length > 0 ? ok(all) : fail('order-state', '这笔订单没有可以退的了。请看退款进度');
  }
  const chosen: OfferedPerson[] = [];
  for (const policyId of new Set(policyNos.map((policyNo) => deps.numbers.policyId(policyNo)))) {
    const person = offered.find((entry) => entry.insured.policy_id === policyId);
    if (!person) return fail('not-found', '所选的人不在这笔订单里，请重新选择');
    if (person.why !== null) {
      return fail('order-state', `${insuredDetails(deps, person.insured).name}现在不能退：${person.why}`);
    }
    chosen.push(person);
  }
  return ok(chosen);
}

export function sumFen(people: readonly OfferedPerson[]): number {
  return people.reduce((sum, person) => sum + person.amountFen, 0);
}
