import { type ChangePhase, changePhaseAt } from '@huimin/domain/endorsement';
import { ORDER_STATUS, SELF } from '@huimin/domain/order';
import { POLICY_STATUS } from '@huimin/domain/policy';
import type { Query } from '../../db/database.ts';
import { type CallRequest, fail, ok, type Reply } from '../../http/handler.ts';
import type { LoadedEdition } from '../configuration/index.ts';
import { personIndex } from '../insured/index.ts';
import {
  editionOfOrder,
  type InsuredRow,
  insuredDetails,
  insuredOfOrders,
  type OrderRow,
  orderOfOwner,
  policyholderDetails,
} from '../order/index.ts';
import type { ChangeDependencies } from './change-deps.ts';
import type { ChangedPerson } from './change-items.ts';
import { type PolicyRow, policiesOfOrders } from './change-store.ts';

/** An order of which something may be changed, with everybody in it. */
export interface ChangeableOrder {
  readonly order: OrderRow;
  readonly edition: LoadedEdition;
  readonly phase: ChangePhase;
  readonly people: readonly InsuredRow[];
  readonly policies: readonly PolicyRow[];
}

/** The asker's own paid order, or why nothing of it can be changed here. */
export async function changeableOrder(
  deps: ChangeDependencies,
  request: Pick<CallRequest, 'user'>,
  orderNo: string,
): Promise<Reply<ChangeableOrder>> {
  const orderId = deps.numbers.orderId(orderNo);
  const order = orderId === null ? null : await orderOfOwner(deps.database.query, request.user, orderId);
  if (!order) return fail('not-found', '没有找到这笔订单');
  return describeOrder(deps, deps.database.query, order);
}

export async function describeOrder(
  deps: Pick<ChangeDependencies, 'editions' | 'clock'>,
  query: Query,
  order: OrderRow,
): Promise<Reply<ChangeableOrder>> {
  const edition = editionOfOrder(deps.editions, order);
  if (!edition) return fail('not-found', '没有找到这笔订单的产品');
  if (order.status === ORDER_STATUS.cancelled || order.status === ORDER_STATUS.expired)
    return fail('order-state', '订单已经关闭，没有可以改的信息');
  if (order.paid_at === null) return fail('order-state', '订单还没有付款。请取消订单，改好信息后重新提交');
  const people = await insuredOfOrders(query, order.shard, [order.id]);
  const policies = await policiesOfOrders(query, order.shard, [order.id]);
  return ok({ order, edition, phase: changePhaseAt(edition.document, deps.clock.now()), people, policies });
}

/** Null when this edition lets the subject's data be changed online. */
export function whyNotOffered({ document }: LoadedEdition, subject: 'payer' | 'insured'): string | null {
  if (subject === 'payer' ? document.updatePolicyholder : document.updateInsured) return null;
  const whose = subject === 'payer' ? '缴费人' : '被保险人';
  return `这个产品现在不能在网上修改${whose}信息，请打客服电话 ${document.tel}`;
}

/** Null while a policy stands and was issued. */
export function whyPolicyStays(policy: PolicyRow | undefined): string | null {
  if (!policy) return '没有保单';
  switch (policy.status) {
    case POLICY_STATUS.cancelling:
      return '正在退保，不能修改信息';
    case POLICY_STATUS.cancelled:
      return '已经退保，不能修改信息';
    case POLICY_STATUS.issuingFailed:
    case POLICY_STATUS.terminated:
      return '保单没有生效，不能修改信息';
    default:
      return policy.issuedAtMs === null ? '保单还在生成，请稍后再来' : null;
  }
}

/** Null while the order has a policy that stands. */
export function whyPayerStays({ policies }: ChangeableOrder): string | null {
  const reasons = policies.map(whyPolicyStays);
  return reasons.includes(null) ? null : (reasons[0] ?? '保单还在生成，请稍后再来');
}

export const isSelf = (row: InsuredRow): boolean => row.relationship === SELF;

/** Whose data a change is about: the payer, or the insured person of a row. */
export function presentPerson(
  deps: ChangeDependencies,
  { order }: ChangeableOrder,
  row: InsuredRow | null,
): ChangedPerson {
  if (row === null) return { ...policyholderDetails(deps, order), regionCode: null };
  return { ...insuredDetails(deps, row), regionCode: row.region_code };
}

/** Rows whose identity moves along: a payer who is insured is one and the same person. */
export function identityRows({ people }: ChangeableOrder, row: InsuredRow | null): InsuredRow[] {
  if (row === null || isSelf(row)) return people.filter(isSelf);
  return [row];
}

export function indexOfPerson(deps: ChangeDependencies, person: ChangedPerson): Buffer {
  return personIndex(deps.index, person.idType, person.idNumber);
}
