import type { GroupStatus } from '@huimin/domain/group';
import { ORDER_STATUS } from '@huimin/domain/order';
import { REFUND_STATUS_TABLE } from '@huimin/domain/refund';
import { RUN_STATUS_TABLE } from '@huimin/domain/withholding';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';
import { groupsOfContact } from '../group/index.ts';
import { type ClaimsCore, openClaims } from './open-claims.ts';

/** Paid, or just being paid, and not a cover yet. */
const UNDER_WAY = [ORDER_STATUS.paymentUnderWay, ORDER_STATUS.paid, ORDER_STATUS.issuing];
const BILLED: readonly GroupStatus[] = ['awaiting-payment', 'paid', 'issuing'];

/**
 * Money of an account that has not come to where it belongs, each kind in words: `退款 1 笔`. None of it needs what an erasure
 * deletes beside the contract, but for the people kept whose claims are open: those are held (`eraseUninsuredMembers`).
 */
export async function openMoney(core: ClaimsCore, query: Query, user: SessionUser): Promise<string[]> {
  const [open] = await query<Record<'payments' | 'refunds' | 'held' | 'runs', number>>(
    `select
       (select count(*)::integer from orders o where o.shard = $1 and o.user_id = $2
         and (o.status = any($3::smallint[]) or exists (select 1 from payment_attempts a
           where a.shard = o.shard and a.order_id = o.id and a.state in ('CREATED', 'WAITING')))) as payments,
       (select count(*)::integer from orders o join refunds r on r.shard = o.shard and r.order_id = o.id
         where o.shard = $1 and o.user_id = $2 and r.state <> all($4::text[]) and r.hand_asked_until is null) as refunds,
       (select count(*)::integer from orders o join refunds r on r.shard = o.shard and r.order_id = o.id
         where o.shard = $1 and o.user_id = $2 and r.state <> all($4::text[]) and r.hand_asked_until is not null) as held,
       (select count(*)::integer from withholding_contracts c
         join withholding_runs r on r.shard = c.shard and r.contract_id = c.id
         where c.shard = $1 and c.user_id = $2 and r.status <> all($5::text[])) as runs`,
    [user.shard, user.id, UNDER_WAY, REFUND_STATUS_TABLE.terminal, RUN_STATUS_TABLE.terminal],
  );
  const groups = await groupsOfContact(query, user.phoneIndex);
  const claims = await openClaims(core, query, user);
  const counted: readonly (readonly [number, string])[] = [
    [open?.payments ?? 0, '付款 # 笔'],
    [open?.refunds ?? 0, '退款 # 笔'],
    [open?.held ?? 0, '人工退款 # 笔'],
    [open?.runs ?? 0, '自动扣费 # 次'],
    [groups.filter(({ status }) => BILLED.includes(status)).length, '单位账单 # 张'],
    [claims.length, '理赔 # 件'],
  ];
  return counted.flatMap(([count, words]) => (count > 0 ? [words.replace('#', String(count))] : []));
}
