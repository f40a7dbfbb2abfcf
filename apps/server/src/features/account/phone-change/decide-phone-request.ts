import { nextPhoneRequestStatus, PHONE_COOLING_MS } from '@huimin/domain/account';
import { formatDateTime } from '@huimin/domain/date';
import type { Query } from '../../../db/database.ts';
import { shardOfOrder } from '../../../security/order-ids.ts';
import type { AccountDeps } from '../account-deps.ts';
import { recordEvent } from '../account-events-store.ts';
import { noteNotice } from '../account-notices.ts';
import { findByIds } from '../user-store.ts';
import { movePhone, PhoneTaken } from './move-phone.ts';
import { dueRequests, moveRequest, type PhoneRequestRow, requestById } from './phone-request-store.ts';

const DUE_AT_ONCE = 20;

export interface PhoneDecision {
  readonly approved: boolean;
  readonly by: string;
  readonly reason: string | null;
}

/** What somebody of the service decides, in the caller's transaction. Null when there is no such request, or it waits for none any more. */
export async function decidePhoneRequestWithin(
  deps: AccountDeps,
  query: Query,
  id: bigint,
  decision: PhoneDecision,
): Promise<{ readonly state: string; readonly effectiveAt: string | null } | null> {
  const { core } = deps;
  const row = await requestById(query, shardOfOrder(id), id);
  const next = row && nextPhoneRequestStatus(row.state, decision.approved ? 'Approved' : 'Rejected');
  if (!row || !next) return null;
  const nowMs = core.clock.now();
  const effectiveAtMs = decision.approved ? nowMs + PHONE_COOLING_MS : null;
  const [user] = await findByIds(query, [row.userId]);
  const newPhone = core.vault.open('phone', row.newPhoneSealed);
  if (!(await moveRequest(query, row, next, nowMs, { ...decision, effectiveAtMs }))) return null;
  if (effectiveAtMs === null) {
    await noteNotice(core, query, row.shard, newPhone, '更换手机号的申请没有通过');
    return { state: next, effectiveAt: null };
  }
  await noteNotice(core, query, row.shard, newPhone, '更换手机号的申请已通过，48小时后生效');
  if (user) {
    const oldPhone = core.vault.open('phone', user.phoneSealed);
    await noteNotice(core, query, row.shard, oldPhone, `手机号48小时后换成尾号${newPhone.slice(-4)}，登录可撤回`, {
      accountId: user.id,
    });
  }
  return { state: next, effectiveAt: formatDateTime(effectiveAtMs) };
}

/** Approved requests whose cooling time is over take effect. Answers how many it looked at. */
export async function runDuePhoneRequests(deps: AccountDeps): Promise<number> {
  const rows = await dueRequests(deps.core.database.query, deps.core.clock.now(), DUE_AT_ONCE);
  for (const row of rows) await takeEffect(deps, row);
  return rows.length;
}

async function takeEffect(deps: AccountDeps, row: PhoneRequestRow): Promise<void> {
  const { core, sessions } = deps;
  const newPhone = core.vault.open('phone', row.newPhoneSealed);
  const user = { id: row.userId, shard: row.shard };
  const ended: Buffer[] = [];
  try {
    await core.database.transaction(async (query) => {
      // Before the move, which would end an open request.
      if (!(await moveRequest(query, row, 'DONE', core.clock.now()))) return;
      const origin = { device: '客服人工办理', address: null };
      const moved = await movePhone(deps, query, { user, newPhone, origin, keepSession: null });
      ended.splice(0, ended.length, ...moved.ended);
      await noteNotice(core, query, row.shard, newPhone, '更换手机号已生效，请用这个手机号登录');
    });
    for (const tokenHash of ended) sessions.forget(tokenHash);
  } catch (error) {
    if (!(error instanceof PhoneTaken)) throw error;
    await core.database.transaction(async (query) => {
      if (!(await moveRequest(query, row, 'FAILED', core.clock.now()))) return;
      await recordEvent(core, query, user, 'phone-request-withdrawn', { device: '客服人工办理', address: null });
      await noteNotice(core, query, row.shard, newPhone, '更换手机号没有办成，新手机号已被使用');
    });
  }
}
