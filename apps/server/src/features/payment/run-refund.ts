import type { PlacedRefund, RefundResult } from '../../ports/payment-provider.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import { type Alert, raiseAlert } from './alert-store.ts';
import { notifyUrlOf, type PaymentDependencies, providerOf } from './payment-dependencies.ts';
import { pauseAfter } from './query-back-off.ts';
import { moveRefund, paymentOfRefund, type RefundRow, refundByNo, settleRefund } from './refund-store.ts';

/** Steps that wait for a person (a full refund account, a closed card) are tried again this often. */
const OPERATOR_PAUSE_MS = 60 * 60_000;

/** The next step of a refund: sent with its own number until the provider has it, then asked about until it settles. */
export async function runRefund(deps: PaymentDependencies, refund: RefundRow): Promise<void> {
  const payment = await paymentOfRefund(deps.database.query, refund);
  const provider = providerOf(deps, payment.provider);
  const placed: PlacedRefund = {
    refundNo: refund.refund_no,
    requestedAtMs: refund.sent_at ?? refund.created_at,
    merchantOrderNo: payment.merchant_order_no,
    providerTxn: payment.provider_txn,
  };
  const result =
    refund.state === 'CREATED'
      ? await provider.refund({
          ...placed,
          refundFen: refund.amount_fen,
          totalFen: payment.amount_fen,
          reason: refund.reason,
          notifyUrl: notifyUrlOf(deps, provider),
        })
      : await provider.queryRefund(placed);
  await applyRefundResult(deps, refund, result);
}

/** Writes what a verified answer or notice says of a refund. Safe to repeat and in any order. */
export async function applyRefundResult(
  deps: PaymentDependencies,
  refund: RefundRow,
  result: RefundResult,
): Promise<void> {
  const { query } = deps.database;
  const nowMs = deps.clock.now();
  const backOffMs = nowMs + pauseAfter(refund.tries);
  const alert = (kind: Alert['kind'], code: string): Promise<void> =>
    raiseAlert(
      query,
      {
        kind,
        subject: `${refund.refund_no} ${code}`,
        orderId: refund.order_id,
        shard: refund.shard,
        details: { refundNo: refund.refund_no, amountFen: refund.amount_fen, code },
      },
      nowMs,
    );
  switch (result.kind) {
    case 'settled':
      return settleRefund(deps.database, refund, result.providerRefundNo, result.settledAtMs, nowMs);
    case 'processing':
      return moveRefund(query, refund, { state: 'PROCESSING', nowMs, nextTryAtMs: backOffMs, ...numberOf(result) });
    case 'abnormal':
      await alert('refund-abnormal', 'ABNORMAL');
      return moveRefund(query, refund, {
        state: 'ABNORMAL',
        nowMs,
        nextTryAtMs: nowMs + OPERATOR_PAUSE_MS,
        ...numberOf(result),
      });
    case 'closed':
      await alert('refund-closed', 'CLOSED');
      return moveRefund(query, refund, { state: 'CLOSED', nowMs, nextTryAtMs: null, ...numberOf(result) });
    case 'absent':
      return moveRefund(query, refund, {
        state: 'CREATED',
        nowMs,
        nextTryAtMs: backOffMs,
        providerRefundNo: null,
        isLost: true,
      });
    case 'refused':
      await alert('refund-refused', result.code);
      return moveRefund(query, refund, {
        state: refund.state,
        nowMs,
        nextTryAtMs: nowMs + OPERATOR_PAUSE_MS,
        providerRefundNo: null,
      });
    case 'unknown':
      deps.log.warn({ refundNo: refund.refund_no, problem: result.message }, 'refund without a clear answer');
      return moveRefund(query, refund, { state: refund.state, nowMs, nextTryAtMs: backOffMs, providerRefundNo: null });
  }
}

/** Applies a provider's verified refund notice; false when the refund is none of ours, or of another provider. */
export async function settleRefundNotice(
  deps: PaymentDependencies,
  provider: string,
  refundNo: string,
  result: RefundResult,
): Promise<boolean> {
  const orderId = refundNo.startsWith('R') ? deps.numbers.orderId(refundNo.slice(1, -2)) : null;
  if (orderId === null) return false;
  const refund = await refundByNo(deps.database.query, shardOfOrder(orderId), orderId, refundNo);
  if (!refund || (await paymentOfRefund(deps.database.query, refund)).provider !== provider) return false;
  await applyRefundResult(deps, refund, result);
  return true;
}

function numberOf(result: { readonly providerRefundNo: string | null }): { providerRefundNo: string | null } {
  return { providerRefundNo: result.providerRefundNo };
}
