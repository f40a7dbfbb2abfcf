import type { Calls } from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { orderOfOwner } from '../order/index.ts';
import { askAboutContract } from './ask-about-contract.ts';
import { contractsOfOrder, contractsOfUser } from './contract-store.ts';
import { contractViews } from './contract-views.ts';
import { canSign, type WithholdingDependencies } from './withholding-deps.ts';

/** As many as a person has at a time; more are asked about by their job. */
const MOST_ASKED = 3;

/** The asker's contracts. Those that are being signed or ended, or stand and may be over, are asked about first. */
export function queryWithholdings(deps: WithholdingDependencies): Handler<Calls['queryWithholdings']> {
  return async (input, request) => {
    const { query } = deps.database;
    const orderId = input.orderNo === undefined ? null : deps.numbers.orderId(input.orderNo);
    const order = orderId === null ? null : await orderOfOwner(query, request.user, orderId);
    if (input.orderNo !== undefined && !order) return fail('not-found', '没有找到这笔订单');
    const own = () => (order ? contractsOfOrder(query, order.shard, order.id) : contractsOfUser(query, request.user));
    const before = await own();
    const open = before.filter((contract) => !isEnded(contract.status)).slice(0, MOST_ASKED);
    if (open.length === 0 || !canSign(deps)) return ok({ contracts: await contractViews(deps, before) });
    await Promise.all(
      open.map((one) => deps.askGate.ask(`contract ${one.contract_code}`, () => askAboutContract(deps, one))),
    );
    return ok({ contracts: await contractViews(deps, await own()) });
  };
}

function isEnded(status: string): boolean {
  return status === 'UNSIGNED' || status.startsWith('ENDED');
}
