import { STANDING_CONTRACT } from '@huimin/domain/withholding';
import type { Query } from '../../db/database.ts';
import type { HandlerTable } from '../../http/handler.ts';
import { closeWithholding } from './close-withholding.ts';
import { confirmWithholding } from './confirm-withholding.ts';
import { contractsOfOrder } from './contract-store.ts';
import { openWithholding } from './open-withholding.ts';
import { queryWithholdings } from './query-withholdings.ts';
import { signAndPay } from './sign-and-pay.ts';
import { skipWithholding } from './skip-withholding.ts';
import type { WithholdingDependencies } from './withholding-deps.ts';

export { openContractsOf, requestEnd } from './contract-store.ts';
export { forgetContractPayers } from './forget-payer.ts';
export { registerWithholdingRoutes } from './notice-routes.ts';
export type { WithholdingDependencies } from './withholding-deps.ts';
export { withholdingJobs } from './withholding-jobs.ts';

/** Calls about being insured again next year by itself. */
export function withholdingHandlers(deps: WithholdingDependencies): HandlerTable {
  return {
    signAndPay: signAndPay(deps),
    openWithholding: openWithholding(deps),
    closeWithholding: closeWithholding(deps),
    queryWithholdings: queryWithholdings(deps),
    confirmWithholding: confirmWithholding(deps),
    skipWithholding: skipWithholding(deps),
  };
}

/** Whether an order carries a contract by which money may be taken later. */
export async function hasStandingContract(query: Query, shard: number, orderId: bigint): Promise<boolean> {
  const contracts = await contractsOfOrder(query, shard, orderId);
  return contracts.some(
    (contract) => STANDING_CONTRACT.includes(contract.status) && contract.end_requested_at === null,
  );
}
