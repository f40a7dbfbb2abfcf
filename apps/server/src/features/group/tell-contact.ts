import { isQuiet } from '@huimin/domain/text-message';
import type { GroupDependencies } from './group-deps.ts';
import { groupById, groupDetails } from './group-store.ts';

const PER_ROUND = 20;
const NAME_IN_MESSAGE = 20;
/** Gateways refuse a longer value, and the whole message with it. */
const NEWS_IN_MESSAGE = 35;

/** Tells contact persons what happened, once each, by day only. Returns how many messages there were. */
export async function tellContacts(deps: GroupDependencies): Promise<number> {
  const { query } = deps.database;
  const nowMs = deps.clock.now();
  if (isQuiet(nowMs)) return 0;
  // Marked before it is sent: news that is told twice is worse than news that is on the screen only.
  const rows = await query<{ shard: number; group_id: bigint; id: bigint; news: string }>(
    `update group_events set told_at = $1
     where (shard, group_id, id) in (
       select shard, group_id, id from group_events where news is not null and told_at is null order by id limit $2
     ) and told_at is null
     returning shard, group_id, id, news`,
    [new Date(nowMs), PER_ROUND],
  );
  let told = 0;
  for (const { shard, group_id: groupId, id, news } of rows) {
    const group = await groupById(query, groupId);
    if (!group) continue;
    const { phone, companyName } = groupDetails(deps, group);
    const parameters = { company: companyName.slice(0, NAME_IN_MESSAGE), result: news.slice(0, NEWS_IN_MESSAGE) };
    const outId = `${deps.numbers.groupNo(groupId)}-${id}`;
    const sent = await deps.sms.send({ phone, template: 'group-news', parameters, outId });
    if (sent.kind === 'limited') {
      // Surely not sent: it is told in a later round.
      await query('update group_events set told_at = null where shard = $1 and group_id = $2 and id = $3', [
        shard,
        groupId,
        id,
      ]);
      continue;
    }
    if (sent.kind !== 'accepted') deps.log.warn({ outId, result: sent.kind }, 'message not accepted');
    told += 1;
  }
  return told;
}
