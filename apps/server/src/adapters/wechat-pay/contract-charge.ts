import type { CloseResult, CreateResult, ProviderOrder, QueryResult } from '../../ports/payment-provider.ts';
import type { ChargeState, Charging } from '../../ports/withholding.ts';

/** A charge as an order whose payer is not there. */
export async function createCharge(
  charging: Charging,
  order: ProviderOrder,
  way: { readonly contractId: string },
): Promise<CreateResult> {
  const answer = await charging.charge({
    merchantOrderNo: order.merchantOrderNo,
    contractId: way.contractId,
    amountFen: order.amountFen,
    description: order.description,
    notifyUrl: order.notifyUrl,
    clientAddress: order.clientAddress,
  });
  switch (answer.kind) {
    case 'accepted':
      return { kind: 'created', handle: '' };
    case 'contract-ended':
      return { kind: 'refused', code: 'CONTRACT_NOT_EXIST', message: 'no such contract' };
    default:
      return answer;
  }
}

/** What a charge's state says of its order. */
export function chargeQueried(state: ChargeState): QueryResult {
  switch (state.kind) {
    case 'pending':
      return { kind: 'unpaid' };
    case 'failed':
      return { kind: 'closed' };
    default:
      return state;
  }
}

/** A charge that was handed over cannot be called back: it is closed once it has failed. */
export function chargeClosed(state: ChargeState): CloseResult {
  switch (state.kind) {
    case 'paid':
    case 'refunded':
      return { kind: 'paid' };
    case 'failed':
      return { kind: 'closed' };
    case 'pending':
      return { kind: 'unknown', message: 'the charge is under way' };
    default:
      return state;
  }
}
