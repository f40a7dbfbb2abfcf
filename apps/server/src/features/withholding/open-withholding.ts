import type { Calls } from '@huimin/contract';
import { STANDING_CONTRACT } from '@huimin/domain/withholding';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { orderOfOwner } from '../order/index.ts';
import { beginContract, signedContract, whoSigns } from './begin-contract.ts';
import { contractsOfOrder } from './contract-store.ts';
import type { WithholdingDependencies } from './withholding-deps.ts';

/** Orders that have, or are getting, cover: 30 paid, 40 being issued, 50 issued, 61 partly refunded. */
const WITH_COVER: readonly number[] = [30, 40, 50, 61];

/** Signing without paying, for an order that is paid. */
export function openWithholding(deps: WithholdingDependencies): Handler<Calls['openWithholding']> {
  return async (input, request) => {
    const { query } = deps.database;
    const orderId = deps.numbers.orderId(input.orderNo);
    const order = orderId === null ? null : await orderOfOwner(query, request.user, orderId);
    if (!order) return fail('not-found', '没有找到这笔订单');
    const signer = await whoSigns(deps, request, order.edition_code, input.consentVersion);
    if (!signer.ok) return signer;
    if (order.kind === 'upgrade') return fail('order-state', '升级订单不能单独开通，请在参保的订单里开通');
    if (!WITH_COVER.includes(order.status)) return fail('order-state', '这笔订单没有保障，不能开通自动重新投保');
    const before = await contractsOfOrder(query, order.shard, order.id);
    if (before.some((contract) => STANDING_CONTRACT.includes(contract.status))) {
      return fail('order-state', '已经开通了，不用再开');
    }
    const contract = await beginContract(signer.value.deps, order, signer.value.openId);
    if (!contract.ok) return contract;
    const page = signedContract(signer.value.deps, order, contract.value);
    return ok({ signUrl: signer.value.deps.withholding.signPageUrl(page, deps.clock.now()) });
  };
}
