import type { Core } from '../../core.ts';
import { postShard } from './post-orders.ts';

const EVERY_MS = 60 * 60_000;
const LEASE_MS = 5 * 60_000;
const SHARDS_PER_ROUND = 8;

/** Takes buckets that are due; each for one server only. */
const TAKE = `
update ledger_sweeps set due_at = $2
where shard in (select shard from ledger_sweeps where due_at <= $1 order by due_at, shard limit $3) and due_at <= $1
returning shard`;

/**
 * Finds payments and refunds that a crash left without posting, bucket by bucket, each once an hour. Returns how many
 * buckets were looked through.
 */
export async function sweepLedger({ database: { query }, clock, log }: Core): Promise<number> {
  const nowMs = clock.now();
  const taken = await query<{ shard: number }>(TAKE, [new Date(nowMs), new Date(nowMs + LEASE_MS), SHARDS_PER_ROUND]);
  for (const { shard } of taken) {
    const posted = await postShard(query, shard, nowMs);
    if (posted > 0) log.warn({ shard, posted }, 'postings were missing');
    await query('update ledger_sweeps set due_at = $2 where shard = $1', [shard, new Date(nowMs + EVERY_MS)]);
  }
  return taken.length;
}
