import { coverageStarted } from '@huimin/domain/product';
import type { Query } from '../../db/database.ts';
import { positionId } from '../../security/order-ids.ts';
import { writeRefundIntent } from '../payment/index.ts';
import { type Done, notSo, payIfCovered } from './bills.ts';
import type { GroupDependencies } from './group-deps.ts';
import { type GroupRow, lockGroup, noteGroup } from './group-store.ts';
import { movePeople, PERSON_COLUMNS, type PersonRow } from './people-store.ts';

/** Number 1 is the refund of an order that could not be covered. */
const REFUND_INDEX = 2;

/** Why nobody can be taken out online, or null. */
export function whyNotRemovable(deps: GroupDependencies, group: GroupRow, nowMs: number): string | null {
  const document = deps.editions.edition(group.edition_code)?.document;
  if (!document || coverageStarted(document, nowMs)) {
    return '保障已经开始，不能在网上减员。要退保请打客服电话，按条款办理';
  }
  return null;
}

/**
 * Takes insured people out before the cover begins: their policies are given back by the same intents as any refund, the
 * premium returns into the company's deposit, and from there by transfer. Safe to repeat; who is not insured any more is
 * passed over.
 */
export async function removePeople(
  deps: GroupDependencies,
  group: GroupRow,
  ids: readonly bigint[],
  by: string,
): Promise<Done<{ readonly people: number }>> {
  const nowMs = deps.clock.now();
  const closed = whyNotRemovable(deps, group, nowMs);
  if (closed !== null) return notSo(closed);
  const people = await deps.database.transaction(async (query) => {
    await lockGroup(query, group.id);
    const rows = await query<PersonRow>(
      `select ${PERSON_COLUMNS} from group_people
       where shard = $1 and group_id = $2 and id = any($3::bigint[]) and status = 'insured' order by id`,
      [group.shard, group.id, ids],
    );
    for (const person of rows) await giveBack(deps, query, group, person, nowMs);
    const note = `减员 ${rows.length} 人`;
    if (rows.length > 0) await noteGroup(deps, query, group, { kind: 'people-removed', actor: by, note, nowMs });
    return rows.length;
  });
  return people === 0 ? notSo('所选的人里没有已参保的，请刷新后再看') : { kind: 'done', people };
}

async function giveBack(
  deps: GroupDependencies,
  query: Query,
  group: GroupRow,
  person: PersonRow,
  nowMs: number,
): Promise<void> {
  const orderId = person.order_id;
  if (orderId === null) throw new Error('somebody is insured without an order');
  await query('select 1 from orders where shard = $1 and id = $2 for update', [group.shard, orderId]);
  const [payment] = await query<{ id: bigint; amount_fen: number }>(
    `select id, amount_fen from payments where shard = $1 and order_id = $2 and purpose = 'premium'`,
    [group.shard, orderId],
  );
  if (!payment) throw new Error('somebody is insured whom nobody paid for');
  await writeRefundIntent(query, {
    ...{ startedBy: null, reviewDueAtMs: null },
    shard: group.shard,
    orderId,
    id: deps.orderIds.next(group.shard),
    paymentId: payment.id,
    refundNo: deps.numbers.refundNo(orderId, REFUND_INDEX),
    amountFen: payment.amount_fen,
    reasonText: '单位减员',
    reasonCode: 'group-removal',
    basis: 'full',
    appliedBy: group.id,
    clientKey: `group-removal-${person.id}`,
    nowMs,
    items: [{ policyId: positionId(orderId, 1), amountFen: payment.amount_fen }],
  });
  await movePeople(query, group.shard, [person.id], 'Removed');
}

/** People whose premium is back: they have left, and it may pay a bill that waits. Answers how many. */
export async function endRemovals(deps: GroupDependencies): Promise<number> {
  const rows = await deps.database.query<{ shard: number; id: bigint; group_id: bigint }>(
    `select d.shard, d.id, d.group_id from group_people d join orders o on o.shard = d.shard and o.id = d.order_id
     where d.status = 'leaving' and o.status = 62 limit 200`,
  );
  for (const { shard, id } of rows) await movePeople(deps.database.query, shard, [id], 'Returned');
  for (const groupId of new Set(rows.map(({ group_id: id }) => id))) {
    await deps.database.transaction((query) => payIfCovered(deps, query, groupId, deps.clock.now()));
  }
  return rows.length;
}
