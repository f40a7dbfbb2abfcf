import type { Query } from '../../db/database.ts';
import { fail, ok, type Reply } from '../../http/handler.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import type { EditionStore } from '../configuration/index.ts';
import { type OrderRow, orderById } from '../order/index.ts';
import type { ConsoleRequest, StaffMember } from '../staff/index.ts';
import type { OrderDeskDependencies } from './order-desk-deps.ts';
import { type ScopedOrder, seesOrder } from './order-scope.ts';

/** What lists know of an order beside its row. */
interface DeskRow extends ScopedOrder {
  readonly source: string | null;
  readonly method: string | null;
  readonly share_code: string | null;
  readonly policyholder_index: Buffer;
}

export type DeskOrder = OrderRow & DeskRow;

const NOT_FOUND = fail('not-found', '没有这笔订单');

/** The one place that opens an order for somebody of the staff: what lies outside their scope is not there. */
export async function openOrder(
  deps: Pick<OrderDeskDependencies, 'database' | 'numbers' | 'editions'>,
  member: Pick<ConsoleRequest['member'], 'scope'>,
  orderNo: string,
  query: Query = deps.database.query,
): Promise<Reply<DeskOrder>> {
  const id = deps.numbers.orderId(orderNo);
  const order = id === null ? null : await deskOrder(query, shardOfOrder(id), id);
  return order && seesOrder(deps.editions as EditionStore, member.scope, order) ? ok(order) : NOT_FOUND;
}

/** Whether an order lies within a scope. */
export async function seesOrderOf(
  { editions }: { readonly editions: Pick<EditionStore, 'all'> },
  query: Query,
  scope: StaffMember['scope'],
  shard: number,
  id: bigint,
): Promise<boolean> {
  const order = await deskOrder(query, shard, id);
  return order !== null && seesOrder(editions, scope, order);
}

/** An order with what lists know of it, whoever asks. */
export async function deskOrder(query: Query, shard: number, id: bigint): Promise<DeskOrder | null> {
  const order = await orderById(query, shard, id);
  if (order === null) return null;
  const [row] = await query<DeskRow>(
    `select edition_code, city, channel, source, method, attribution ->> 'shareCode' as share_code,
       policyholder_index
     from orders where shard = $1 and id = $2`,
    [shard, id],
  );
  return row ? { ...order, ...row } : null;
}
