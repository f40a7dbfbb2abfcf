import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';

/**
 * Takes the payer's openId out of contracts that ended, once the last order that they covered is forgotten. The contract's numbers
 * stay with what was charged by it.
 */
export async function forgetContractPayers(
  { vault }: Pick<Core, 'vault'>,
  query: Query,
  { shard, id }: { readonly shard: number; readonly id: bigint },
): Promise<void> {
  await query('update withholding_contracts set open_id_sealed = $3 where shard = $1 and cover_order_id = $2', [
    shard,
    id,
    vault.seal('open-id', ''),
  ]);
}
