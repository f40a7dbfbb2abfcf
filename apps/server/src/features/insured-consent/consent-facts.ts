import { ORDER_STATUS } from '@huimin/domain/order';
import { coverageEnded } from '@huimin/domain/product';
import type { Query } from '../../db/database.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import { editionOfOrder, type InsuredRow, insuredOfOrders, type OrderRow, orderById } from '../order/index.ts';
import type { ConsentDependencies } from './consent-deps.ts';

const NOT_BOUGHT: readonly number[] = [
  ORDER_STATUS.cancelled,
  ORDER_STATUS.expired,
  ORDER_STATUS.issuingFailed,
  ORDER_STATUS.refunded,
];

/** An insured person, with the order. */
export interface InsuredOf {
  readonly order: OrderRow;
  readonly row: InsuredRow;
}

export async function insuredById(query: Query, orderId: bigint, id: bigint): Promise<InsuredOf | null> {
  const shard = shardOfOrder(orderId);
  const order = await orderById(query, shard, orderId);
  if (order === null) return null;
  const row = (await insuredOfOrders(query, shard, [orderId])).find((one) => one.id === id);
  return row === undefined ? null : { order, row };
}

/** Why nobody has to say anything about it any more, in words; null: it counts. */
export function whyOver(
  { editions, clock }: Pick<ConsentDependencies, 'editions' | 'clock'>,
  order: OrderRow,
  row: Pick<InsuredRow, 'is_void'>,
): string | null {
  if (NOT_BOUGHT.includes(order.status)) return '这笔订单没有买成，或者已经退了，不用再确认';
  if (row.is_void) return '这份保障已经退了，不用再确认';
  const edition = editionOfOrder(editions, order);
  return edition === null || coverageEnded(edition.document, clock.now()) ? '保障期已经过了，不用再确认' : null;
}
