import type { Calls } from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { contractViews } from './contract-views.ts';
import { skipRun } from './end-run.ts';
import { ownContract, ownContracts } from './own-contract.ts';
import { runOf } from './run-store.ts';
import type { WithholdingDependencies } from './withholding-deps.ts';

/** Nothing is taken for this edition; possible until the charge begins. */
export function skipWithholding(deps: WithholdingDependencies): Handler<Calls['skipWithholding']> {
  return async (input, request) => {
    const contract = await ownContract(deps, request.user, input.contractNo);
    if (!contract) return fail('not-found', '没有找到这个签约');
    const run = await runOf(deps.database.query, contract, input.editionCode);
    if (!run) return fail('not-found', '没有找到要跳过的扣费');
    if (run.status !== 'SKIPPED' && !(await skipRun(deps, run))) {
      return fail(
        'order-state',
        run.status === 'CHARGING' ? '正在扣费，来不及跳过了' : '这一年已经有结果了，请看最新状态',
      );
    }
    const [view] = await contractViews(deps, await ownContracts(deps, request.user, input.contractNo));
    if (!view) throw new Error('a contract that was there is gone');
    return ok(view);
  };
}
