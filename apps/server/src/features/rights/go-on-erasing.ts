import { accountsByIds } from '../account/index.ts';
import { erasePeople } from './beyond-contract.ts';
import type { ClaimsCore } from './open-claims.ts';
import { ANSWER_SEAL, type RightsRow } from './rights-store.ts';

const AT_ONCE = 1_000;

/**
 * Erases what an erasure had to leave for money that was under way, once it is over, and adds that to the answer. Answers
 * how many requests came to their end. (Several servers at once do the same twice, which changes nothing.)
 */
export async function goOnErasing(core: ClaimsCore) {
  const { vault } = core;
  const { query, transaction } = core.database;
  const due = await query<RightsRow>(
    `select * from rights_requests where goes_on order by answered_at, id limit ${AT_ONCE}`,
    [],
  );
  let ended = 0;
  for (const row of due) {
    ended += await transaction(async (inside) => {
      const [still] = await inside<Pick<RightsRow, 'answer_sealed'>>(
        'select answer_sealed from rights_requests where shard = $1 and id = $2 and goes_on for update',
        [row.shard, row.id],
      );
      if (!still) return 0;
      const [user] = await accountsByIds(inside, [row.user_id]);
      const { gone, left } = user ? await erasePeople(core, inside, user) : { gone: 0, left: 0 };
      if (left > 0) return 0;
      const before = still.answer_sealed === null ? '' : vault.open(ANSWER_SEAL, still.answer_sealed);
      const after = gone === 0 ? before : `${before}理赔办完，又删除了 ${gone} 人。`;
      await inside('update rights_requests set goes_on = false, answer_sealed = $3 where shard = $1 and id = $2', [
        row.shard,
        row.id,
        vault.seal(ANSWER_SEAL, after),
      ]);
      return 1;
    });
  }
  return ended;
}
