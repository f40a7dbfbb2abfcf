import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { maskPhone } from '@huimin/domain/person';
import { seesEverything } from '@huimin/domain/staff';
import { fail, ok } from '../../http/handler.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import { takeComplaintByPhone } from '../complaints/index.ts';
import type { ConsoleHandler, StaffMember } from '../staff/index.ts';
import type { PeopleDependencies } from './people-deps.ts';
import { accountsOfPerson } from './person-accounts.ts';
import { NOBODY, personFor } from './person-for.ts';
import { visibleOrders } from './visible-people.ts';

/**
 * Takes a complaint down for somebody on the phone. It stands in the person's own account where there is one and the order
 * is in it; otherwise beside the order, and its resident is told by text message and by phone.
 */
export function takeComplaint(deps: PeopleDependencies): ConsoleHandler<ConsoleCalls['takeComplaint']> {
  return async ({ person: key, clientKey, category, words, orderNo, phone: given }, request) => {
    const { member } = request;
    const person = await personFor(deps, member, key);
    if (person === null) return fail('not-found', NOBODY);
    if (orderNo === undefined && !seesEverything(member.scope)) {
      return fail('staff-rule', '您的数据范围不是全省，请选是哪笔订单');
    }
    const order = orderNo === undefined ? null : await orderOf(deps, member, person.index, orderNo);
    if (orderNo !== undefined && order === null) return fail('staff-rule', '这个人没有这笔订单，请核对订单号');
    const [account] = await accountsOfPerson(deps.database.query, person.index, 1);
    const isOwn = account !== undefined && (order === null || order.user_id === account.id);
    const known = account === undefined ? person.details.phone : deps.vault.open('phone', account.phone_sealed);
    const phone = given ?? known;
    if (phone === null) return fail('staff-rule', '这个人没有留手机号，请问一个能收短信的号码');
    const subject = '一个人';
    const taken = await deps.database.transaction(async (query) => {
      const done = await takeComplaintByPhone(deps, query, {
        ...{ shard: order?.shard ?? account?.shard ?? person.index[0] ?? 0, userId: isOwn ? account.id : null },
        ...{ person: person.index, clientKey, category, words, orderId: order?.id ?? null, staffId: member.id },
        ...{ phone, keepsPhone: !isOwn || phone !== known },
      });
      if (!done.isSame) return done;
      const detail = `${done.isNew ? '登记' : '再看'}电话投诉 ${done.complaintNo}`;
      await request.note({ subject, person: person.index, detail }, query);
      return done;
    });
    if (!taken.isSame) {
      const { complaintNo } = taken;
      return fail(
        'staff-rule',
        `刚才已经登记成 ${complaintNo}，后来改的没有记上。请到投诉里打开它，用“记一次联系”补上`,
      );
    }
    return ok({
      ...{ complaintNo: taken.complaintNo, dueAt: beijingDateTime(taken.dueAtMs), phone: maskPhone(phone) },
    });
  };
}

interface OrderRow {
  readonly shard: number;
  readonly id: bigint;
  readonly user_id: bigint;
}

/** An order that the person pays for or is insured by, within who asks may see. */
async function orderOf(
  deps: PeopleDependencies,
  { scope }: StaffMember,
  person: Buffer,
  orderNo: string,
): Promise<OrderRow | null> {
  const { query } = deps.database;
  const id = deps.numbers.orderId(orderNo);
  if (id === null) return null;
  const [row] = await query<OrderRow>(
    `select o.shard, o.id, o.user_id from orders o
     where o.shard = $1 and o.id = $2 and (o.policyholder_index = $3 or exists (
       select 1 from insured i where i.shard = o.shard and i.order_id = o.id and i.person_index = $3))`,
    [shardOfOrder(id), id, person],
  );
  if (!row) return null;
  const seen = await visibleOrders(deps, query, scope, [{ shard: row.shard, order_id: row.id }]);
  return seen.has(row.id) ? row : null;
}
