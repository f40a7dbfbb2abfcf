import type { Calls } from '@huimin/contract';
import { fail, type Handler, ok } from '../../../http/handler.ts';
import type { PermissionHint } from '../../../ports/medical-account.ts';
import { shardOfOrder } from '../../../security/order-ids.ts';
import { orderOfOwner } from '../../order/index.ts';
import type { PaymentDependencies } from '../payment-dependencies.ts';
import type { PermissionAskDetails } from './medical-account-permission.ts';
import { askIdOf } from './permission-numbers.ts';
import { type PermissionRow, permissionById } from './permission-store.ts';

/** The bureau's page of permission lives this long. */
const PAGE_LIFE_MS = 10 * 60_000;

/**
 * What became of a permission, when the browser is back from the bureau. What it brought only names the permission:
 * given is what the bureau itself has told us in a signed notice.
 */
export function medicalAccountAuthorised(deps: PaymentDependencies): Handler<Calls['medicalAccountAuthorised']> {
  return async (input, request) => {
    const hint = deps.medicalAccount?.readPermissionReturn(new URLSearchParams(input).toString()) ?? null;
    const asked = hint && (await askedWith(deps, hint));
    const order = asked && (await orderOfOwner(deps.database.query, request.user, asked.row.order_id));
    if (!order) return fail('not-found', '没有找到这次授权，请重新付款');
    const state = stateOf(asked.row, hint.saysGranted, deps.clock.now());
    return ok({ orderNo: deps.numbers.orderNo(order.id), state });
  };
}

/** The permission that a return speaks of; null when it is none of ours. */
export async function askedWith(
  deps: PaymentDependencies,
  hint: PermissionHint,
): Promise<{ readonly row: PermissionRow; readonly details: PermissionAskDetails } | null> {
  const id = askIdOf(deps.numbers, hint.askNo);
  const row = id === null ? null : await permissionById(deps.database.query, shardOfOrder(id), id);
  if (!row) return null;
  const details = deps.vault.openJson<PermissionAskDetails>('medical-ask', row.ask_sealed);
  return details.state === hint.state ? { row, details } : null;
}

function stateOf(
  row: PermissionRow,
  saysGranted: boolean,
  nowMs: number,
): 'granted' | 'waiting' | 'declined' | 'expired' {
  if (row.state === 'GRANTED') return (row.expires_at ?? 0) > nowMs ? 'granted' : 'expired';
  if (row.state === 'DECLINED') return 'declined';
  if (nowMs - row.asked_at > PAGE_LIFE_MS * 2) return 'expired';
  // Declining needs no proof: nothing is paid, and a permission that was given all the same still counts.
  return saysGranted ? 'waiting' : 'declined';
}
