import { nextPhoneRequestStatus, PHONE_COOLING_MS, phoneRequestLabel } from '@huimin/domain/account';
import { formatDateTime } from '@huimin/domain/date';
import { maskMiddle } from '@huimin/domain/person';
import type { Query } from '../../../db/database.ts';
import { shardOfOrder } from '../../../security/order-ids.ts';
import type { AccountDeps } from '../account-deps.ts';
import { recordEvent } from '../account-events-store.ts';
import { noteNotice } from '../account-notices.ts';
import { findByIds } from '../user-store.ts';
import { movePhone, PhoneTaken } from './move-phone.ts';
import { dueRequests, moveRequest, openRequests, type PhoneRequestRow, requestById } from './phone-request-store.ts';

const SHOWN = 200;
const DUE_AT_ONCE = 20;

/** What somebody of the service compares by telephone or at a counter before deciding. */
export interface PhoneRequestForOperator {
  readonly id: string;
  readonly state: string;
  readonly stateLabel: string;
  readonly askedAt: string;
  readonly effectiveAt: string | null;
  readonly decidedBy: string | null;
  readonly oldPhone: string | null;
  readonly newPhone: string;
  readonly statement: string;
  /** The policyholder of the newest paid order. */
  readonly holder: { readonly name: string; readonly idNumberMasked: string } | null;
}

export async function phoneRequestsForOperator(deps: AccountDeps): Promise<PhoneRequestForOperator[]> {
  const { core } = deps;
  const rows = await openRequests(core.database.query, SHOWN);
  const users = await findByIds(
    core.database.query,
    rows.map((row) => row.userId),
  );
  return Promise.all(
    rows.map(async (row) => {
      const user = users.find((one) => one.id === row.userId);
      const holder = await deps.orders.newestHolder({ id: row.userId, shard: row.shard });
      return {
        id: String(row.id),
        state: row.state,
        stateLabel: phoneRequestLabel(row.state),
        askedAt: formatDateTime(row.createdAtMs),
        effectiveAt: row.effectiveAtMs === null ? null : formatDateTime(row.effectiveAtMs),
        decidedBy: row.decidedBy,
        oldPhone: user ? core.vault.open('phone', user.phoneSealed) : null,
        newPhone: core.vault.open('phone', row.newPhoneSealed),
        statement: core.vault.open('statement', row.statementSealed),
        holder: holder && { name: holder.name, idNumberMasked: maskMiddle(holder.idNumber) },
      };
    }),
  );
}

export interface PhoneDecision {
  readonly approved: boolean;
  readonly by: string;
  readonly reason: string | null;
}

/** An operator's decision. Null when there is no such request, or it waits for none any more. */
export async function decidePhoneRequest(
  deps: AccountDeps,
  id: bigint,
  decision: PhoneDecision,
): Promise<{ readonly state: string; readonly effectiveAt: string | null } | null> {
  return deps.core.database.transaction((query) => decidePhoneRequestWithin(deps, query, id, decision));
}

/** The same in the caller's transaction. */
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
