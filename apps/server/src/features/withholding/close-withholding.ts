import type { Calls } from '@huimin/contract';
import { STANDING_CONTRACT } from '@huimin/domain/withholding';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { endContract } from './ask-about-contract.ts';
import { contractsOfOrder, requestEnd } from './contract-store.ts';
import { contractViews } from './contract-views.ts';
import { ownContract } from './own-contract.ts';
import { contractKey } from './settle-contract.ts';
import { canSign, type WithholdingDependencies } from './withholding-deps.ts';

/** The intent is written, then the provider is told, then its answer is written. Unclear: a job goes on with it. */
export function closeWithholding(deps: WithholdingDependencies): Handler<Calls['closeWithholding']> {
  return async (input, request) => {
    const { query } = deps.database;
    const find = () => ownContract(deps, request.user, input.contractNo);
    const contract = await find();
    if (!contract) return fail('not-found', '没有找到这个签约');
    if (contract.status === 'UNSIGNED') return fail('order-state', '这个自动重新投保没有开通，不用关闭');
    if (STANDING_CONTRACT.includes(contract.status) || contract.status === 'SIGNING') {
      await requestEnd(query, contractKey(contract), 'user', deps.clock.now());
      const asked = await find();
      if (asked && canSign(deps)) await endContract(deps, asked);
    }
    const [view] = await contractViews(deps, await contractsOfOrder(query, contract.shard, contract.order_id));
    if (!view) throw new Error('a contract that was there is gone');
    return ok(view);
  };
}
