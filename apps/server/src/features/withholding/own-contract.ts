import type { SessionUser } from '../../http/handler.ts';
import { positionId } from '../../security/order-ids.ts';
import { contractOf } from './contract-code.ts';
import { type ContractRow, contractById, contractsOfOrder } from './contract-store.ts';
import type { WithholdingDependencies } from './withholding-deps.ts';

/** The asker's own contract by its number; somebody else's is as absent as none. */
export async function ownContract(
  deps: WithholdingDependencies,
  user: SessionUser,
  contractNo: string,
): Promise<ContractRow | null> {
  const at = contractOf(deps.numbers, contractNo);
  if (!at) return null;
  const contract = await contractById(deps.database.query, user.shard, positionId(at.orderId, at.number));
  return contract?.user_id === user.id ? contract : null;
}

/** The same with the others of its order, newest first. */
export async function ownContracts(
  deps: WithholdingDependencies,
  user: SessionUser,
  contractNo: string,
): Promise<ContractRow[]> {
  const contract = await ownContract(deps, user, contractNo);
  return contract ? contractsOfOrder(deps.database.query, contract.shard, contract.order_id) : [];
}
