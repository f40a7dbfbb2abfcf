import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';
import { type Origin, recordEvent } from './account-events-store.ts';
import { noteNotice } from './account-notices.ts';
import { dropFormerPhones } from './former-phones.ts';
import { endOpenRequests } from './phone-change/phone-request-store.ts';
import { deleteSessionsOf } from './session-store.ts';
import { removeUser } from './user-store.ts';

/**
 * Ends an account: no session, no binding, no phone leads to it any more. What the law has kept of its contracts stays
 * under its number, which nobody can log in to. The phone may begin a new account at once. Within the caller's transaction;
 * answers whose sessions have to be forgotten after it. (The history stays for its half year: network logs.)
 */
export async function endAccount(
  core: Core,
  query: Query,
  user: SessionUser,
  { phone, origin }: { readonly phone: string; readonly origin: Origin },
): Promise<readonly Buffer[]> {
  await recordEvent(core, query, user, 'account-closed', origin);
  await endOpenRequests(query, user, core.clock.now());
  await query('delete from open_id_bindings where user_id = $1', [user.id]);
  await query('delete from alipay_bindings where user_id = $1', [user.id]);
  await dropFormerPhones(query, user);
  await query('delete from account_holders where user_id = $1', [user.id]);
  await noteNotice(core, query, user.shard, phone, '已注销，登录信息已删除', { accountId: user.id });
  await removeUser(query, user.phoneIndex);
  return deleteSessionsOf(query, user.id, {});
}
