import type { Calls } from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { orderOfOwner } from '../order/index.ts';
import { askAboutContract } from './ask-about-contract.ts';
import { contractsOfOrder, contractsOfUser } from './contract-store.ts';
import { contractViews } from './contract-views.ts';
import { canSign, type WithholdingDependencies } from './withholding-deps.ts';

/** The asker's contracts. One that is being signed or ended is asked about at the provider first. */
export function queryWithholdings(deps: WithholdingDependencies): Handler<Calls['queryWithholdings']> {
  return async (input, request) => {
    const { query } = deps.database;
    const orderId = input.orderNo === undefined ? null : deps.numbers.orderId(input.orderNo);
    const order = orderId === null ? null : await orderOfOwner(query, request.user, orderId);
    if (input.orderNo !== undefined && !order) return fail('not-found', '没有找到这笔订单');
    const own = () => (order ? contractsOfOrder(query, order.shard, order.id) : contractsOfUser(query, request.user));
    const before = await own();
    const [hanging] = before.filter(
      (contract) => contract.status === 'SIGNING' || (contract.end_requested_at !== null && !isEnded(contract.status)),
    );
    if (!hanging || !canSign(deps)) return ok({ contracts: await contractViews(deps, before) });
    await deps.askGate.ask(`contract ${hanging.contract_code}`, () => askAboutContract(deps, hanging));
    return ok({ contracts: await contractViews(deps, await own()) });
  };
}

function isEnded(status: string): boolean {
  return status === 'UNSIGNED' || status.startsWith('ENDED');
}
