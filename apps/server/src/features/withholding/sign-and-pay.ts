import { API_BASE_PATH, type Calls, type OutputOf } from '@huimin/contract';
import { STANDING_CONTRACT } from '@huimin/domain/withholding';
import { type CallRequest, fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import type { SigningHandle } from '../../ports/withholding.ts';
import { orderOfOwner } from '../order/index.ts';
import { startPayment } from '../payment/index.ts';
import { beginContract, signedContract, whoSigns } from './begin-contract.ts';
import { contractsOfOrder, planAsk } from './contract-store.ts';
import type { WithholdingDependencies } from './withholding-deps.ts';

/** The provider tells of payments made with a contract in another form than of others. */
export const PAYMENT_NOTICE_PATH = '/api/wxpay/signPayNotify';

type Started = OutputOf<Calls['signAndPay']>;

/**
 * Starts a payment whose payer also signs a contract. The payment is an attempt like any other; the contract is a
 * result of its own, which may come out differently.
 */
export function signAndPay(deps: WithholdingDependencies): Handler<Calls['signAndPay']> {
  return async (input, request) => {
    const { query } = deps.database;
    const orderId = deps.numbers.orderId(input.orderNo);
    const order = orderId === null ? null : await orderOfOwner(query, request.user, orderId);
    if (!order) return fail('not-found', '没有找到这笔订单');
    const signer = await whoSigns(deps, request, order.edition_code, input.consentVersion);
    if (!signer.ok) return signer;
    const { openId } = signer.value;
    const isUnpaid = order.status === 20 || order.status === 25;
    const before = await contractsOfOrder(query, order.shard, order.id);
    const isSigned = before.some(
      (contract) => STANDING_CONTRACT.includes(contract.status) && contract.end_requested_at === null,
    );
    // Nothing to sign (any more), as with an upgrade: the payment alone, or the refusal of one.
    if (!isUnpaid || isSigned || order.kind === 'upgrade') return payOnly(deps, request, input.orderNo, openId);
    const contract = await beginContract(signer.value.deps, order, openId);
    if (!contract.ok) return contract;
    const started = await startPayment(deps, request, {
      orderNo: input.orderNo,
      method: 'wxpay',
      way: {
        kind: 'sign',
        openId,
        contract: signedContract(signer.value.deps, order, contract.value),
        notifyUrl: `${deps.notifyOrigin}${API_BASE_PATH}${PAYMENT_NOTICE_PATH}`,
      },
    });
    if (!started.ok) return started;
    const handle = JSON.parse(started.value.handle) as SigningHandle;
    if (!handle.signing) {
      deps.log.warn({ contractCode: contract.value.contract_code }, 'contract refused, payment goes on');
      await planAsk(query, contract.value, deps.clock.now());
    }
    const bridge = signer.value.deps.withholding.signBridge(handle.prepayId, nonceOf(deps), secondsOf(deps));
    return ok({ bridge, signing: handle.signing ? 'offered' : 'refused' });
  };
}

async function payOnly(
  deps: WithholdingDependencies,
  request: CallRequest,
  orderNo: string,
  openId: string,
): Promise<Reply<Started>> {
  const started = await startPayment(deps, request, { orderNo, method: 'wxpay', way: { kind: 'jsapi', openId } });
  if (!started.ok) return started;
  return ok({
    bridge: deps.wechatPay.signBridge(started.value.handle, nonceOf(deps), secondsOf(deps)),
    signing: 'signed',
  });
}

function nonceOf(deps: WithholdingDependencies): string {
  return deps.random.bytes(16).toString('hex').toUpperCase();
}

function secondsOf(deps: WithholdingDependencies): number {
  return Math.floor(deps.clock.now() / 1000);
}
