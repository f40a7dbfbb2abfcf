import type { Calls } from '@huimin/contract';
import type { Query } from '../../db/database.ts';
import { fail, type Handler, ok, type SessionUser } from '../../http/handler.ts';
import { accountsByIds } from '../account/index.ts';
import { liftRestrictions } from '../evidence/index.ts';
import { releaseInbox } from '../inbox/index.ts';
import { requestView } from './own-data.ts';
import { proven } from './proven.ts';
import { RESTRICTED_WHY } from './restricted-why.ts';
import type { RightsDependencies } from './rights-deps.ts';
import { LIFTED_SEAL, liftedRequests, ownRequests, restrictedSince } from './rights-store.ts';
import { tellLifted } from './tell-answer.ts';

const NOTHING = '现在没有停止使用，不用恢复';
const UNDER_WAY = '还有停止使用或删除信息的申请在办，先撤回它，或等它办完';

/**
 * Takes back a restriction that was granted, by whoever asked for it, at once and without people. Not what an erasure asked for
 * beside it (that is kept and used for nothing until its time is over), nor a consent: marketing is switched on by its own switch.
 */
export function liftRestriction(deps: RightsDependencies): Handler<Calls['liftRestriction']> {
  const { query, transaction } = deps.database;
  return async ({ code }, { user }) => {
    const requests = await ownRequests(query, user);
    if ((await restrictedSince(query, user)) === null) return fail('order-state', NOTHING);
    // What the desk is just doing must not be undone half.
    if (requests.some(({ kind, status }) => status === 'waiting' && (kind === 'restrict' || kind === 'erase'))) {
      return fail('order-state', UNDER_WAY);
    }
    const proof = await proven(deps, query, user, code);
    if (!proof.ok) return proof;
    const nowMs = deps.clock.now();
    const lifted = await transaction(async (inside) => {
      const rows = await liftedRequests(inside, user, nowMs);
      if (rows.length === 0) return null;
      const words = await setFree(deps, inside, user);
      for (const { shard, id } of rows) {
        await inside('update rights_requests set lifted_sealed = $3 where shard = $1 and id = $2', [
          shard,
          id,
          deps.vault.seal(LIFTED_SEAL, words),
        ]);
      }
      const [account] = await accountsByIds(inside, [user.id]);
      const newest = rows.reduce((latest, row) => (row.id > latest.id ? row : latest));
      if (account) await tellLifted(deps, inside, newest, account);
      return newest.id;
    });
    const row = (await ownRequests(query, user)).find(({ id }) => id === lifted);
    return row ? ok(requestView(deps, row)) : fail('order-state', NOTHING);
  };
}

/** What is used again, and what is not, in words for the resident. */
async function setFree(deps: RightsDependencies, query: Query, user: SessionUser): Promise<string> {
  const [erased] = await query<{ at: number | null }>(
    `select max(answered_at) as at from rights_requests
     where shard = $1 and user_id = $2 and kind = 'erase' and status = 'done'`,
    [user.shard, user.id],
  );
  const since = erased?.at ?? null;
  const { lifted, kept } = await liftRestrictions(query, deps.recordings.holderOf(user.id), RESTRICTED_WHY, since);
  const messages = await releaseInbox(query, user);
  const left = kept === 0 ? '' : `另有 ${kept} 份参保过程记录按删除的要求仍然只存不用。`;
  return `参保过程记录 ${lifted} 份、消息 ${messages} 条恢复使用。${left}取消了的开售预约不会恢复，营销短信还是关的，要的话请您自己再预约、再打开。`;
}
