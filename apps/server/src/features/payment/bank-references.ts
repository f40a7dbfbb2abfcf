import type { Query } from '../../db/database.ts';

/** What a line of the bank's statement stands for. */
interface Movement {
  readonly shard: number;
  readonly sourceId: bigint;
}

/**
 * Typed once in capitals and once not, it is the same line of the bank's: kept in capitals, and as typed where it
 * was kept before. Refunds that were paid by hand before references were kept in one place have theirs beside them.
 */
const STANDS_ELSEWHERE = `
select 1 from bank_references where reference in ($1, upper($1)) and not (shard = $2 and source_id = $3)
union all
select 1 from refund_hand_payouts where reference in ($1, upper($1)) and not (shard = $2 and refund_id = $3) limit 1`;

/** Whether the bank's reference stands for another movement of money already. */
export async function isReferenceTaken(query: Query, reference: string, movement: Movement): Promise<boolean> {
  return (await query(STANDS_ELSEWHERE, [reference, movement.shard, movement.sourceId])).length > 0;
}

/** False where the bank's reference stands for another movement already, or for this one since before. */
export async function takeBankReference(query: Query, reference: string, movement: Movement): Promise<boolean> {
  if (await isReferenceTaken(query, reference, movement)) return false;
  const rows = await query(
    `insert into bank_references (reference, shard, source_id) values (upper($1), $2, $3) on conflict do nothing
     returning 1 as taken`,
    [reference, movement.shard, movement.sourceId],
  );
  return rows.length === 1;
}

/** Gives it back: what it stood for was entered wrongly. */
export async function releaseBankReference(query: Query, reference: string): Promise<void> {
  await query('delete from bank_references where reference in ($1, upper($1))', [reference]);
}
