import type { Calls } from '@huimin/contract';
import type { Query } from '../../db/database.ts';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { deleteFilesOf } from '../uploads/index.ts';
import { whyPolicyStays } from './change-context.ts';
import type { ChangeDependencies } from './change-deps.ts';
import { decidedTogether, moved, TOO_LATE } from './change-moves.ts';
import {
  type ChangeRow,
  changeById,
  changeOfOwner,
  holdOrders,
  openChangesOf,
  policiesOfOrders,
} from './change-store.ts';
import { viewOfChange } from './hand-in-change.ts';

const NOT_FOUND = '没有找到这份申请';

/** Takes back a change that is not decided. Safe to repeat. */
export function withdrawChange(deps: ChangeDependencies): Handler<Calls['withdrawChange']> {
  return async ({ changeNo }, request) => {
    const id = deps.numbers.changeId(changeNo);
    const found = id === null ? null : await changeOfOwner(deps.database.query, request.user, id);
    if (!found) return fail('not-found', NOT_FOUND);
    const done = await decidedTogether(deps, async (query) => {
      await holdOrders(query, found.shard, [found.orderId]);
      const change = await changeById(query, found.shard, found.id);
      if (!change) return fail('not-found', NOT_FOUND);
      if (change.status === 'WITHDRAWN') return ok(null);
      return (await withdraw(deps, query, change, 'user', '您撤回了申请')) ? ok(null) : TOO_LATE;
    });
    return done.ok ? viewOfChange(deps, request, found.id) : done;
  };
}

async function withdraw(
  deps: Pick<ChangeDependencies, 'clock' | 'orderIds'>,
  query: Query,
  change: ChangeRow,
  byWhom: string,
  note: string,
): Promise<boolean> {
  if (!(await moved(deps, query, change, { event: 'Withdrawn', byWhom, note, isTold: false }))) return false;
  await deleteFilesOf(query, change.shard, change.id);
  return true;
}

/**
 * Takes back what is under way for policies that are being given back, in the refund's own transaction: nobody corrects
 * the data of a policy that ends. The payer's request goes with the last policy.
 */
export async function withdrawForRefund(
  deps: Pick<ChangeDependencies, 'clock' | 'orderIds'>,
  query: Query,
  { shard, orderId }: { readonly shard: number; readonly orderId: bigint },
): Promise<void> {
  const open = await openChangesOf(query, shard, orderId);
  if (open.length === 0) return;
  const policies = await policiesOfOrders(query, shard, [orderId]);
  const standing = policies.filter((policy) => whyPolicyStays(policy) === null).map((policy) => policy.id);
  for (const { id, subject, insuredId } of open) {
    if (subject === 'payer' ? standing.length > 0 : standing.includes(insuredId)) continue;
    const change = await changeById(query, shard, id);
    if (change) await withdraw(deps, query, change, 'rules', '您申请了退保，更正随之撤销');
  }
}
