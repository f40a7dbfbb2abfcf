import type { ConsoleCalls } from '@huimin/contract/console';
import { ok } from '../../http/handler.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import type { ComplaintDeskDependencies } from './complaint-deps.ts';
import { complaintsWithin, findComplaints, lines } from './complaint-lines.ts';

const MOST = 20;

/** Nothing of it is noted: whoever sees it is looking at the order, which is; what was written is noted when it is read. */
export function listOrderComplaints(
  deps: ComplaintDeskDependencies,
): ConsoleHandler<ConsoleCalls['listOrderComplaints']> {
  return async ({ orderNo }, { member }) => {
    const conditions = complaintsWithin(deps, member.scope);
    const id = deps.numbers.orderId(orderNo) ?? 0n;
    conditions.add('c.shard = ?::smallint and c.order_id = ?::bigint', shardOfOrder(id), id);
    const rows = await findComplaints(deps, conditions, 'latest', MOST);
    const found = await lines(deps, rows);
    return ok({ complaints: found.map(({ phone: _phone, city: _city, ...standing }) => standing) });
  };
}
