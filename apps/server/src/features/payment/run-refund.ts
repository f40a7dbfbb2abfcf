import { pauseBeforeResend, refundRefusalText } from '@huimin/domain/refund';
import type { PlacedRefund, RefundResult } from '../../ports/payment-provider.ts';
import { type Alert, raiseAlert } from './alert-store.ts';
import { notifyUrlOf, type PaymentDependencies, providerOf } from './payment-dependencies.ts';
import { pauseAfter } from './query-back-off.ts';
import { refundByNumber } from './refund-rounds.ts';
import { moveRefund, paymentOfRefund, type RefundedPayment, type RefundRow, sentNumber } from './refund-store.ts';
import { settleRefund } from './settle-refund.ts';

/** Steps that wait for a person (a full refund account, a closed card) are tried again this often. */
const OPERATOR_PAUSE_MS = 60 * 60_000;

/** A refund as its provider knows it in this round. */
export function placedRefund(refund: RefundRow, payment: RefundedPayment): PlacedRefund {
  return {
    refundNo: sentNumber(refund),
    requestedAtMs: refund.sent_at ?? refund.began_at,
    merchantOrderNo: payment.merchant_order_no,
    providerTxn: payment.provider_txn,
  };
}

/** The next step of a refund: sent with its round's number until the provider has it, then asked about until it settles. */
export async function runRefund(deps: PaymentDependencies, refund: RefundRow): Promise<void> {
  const payment = await paymentOfRefund(deps.database.query, refund);
  const provider = providerOf(deps, payment.provider);
  const placed = placedRefund(refund, payment);
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

/**
 * Writes what a verified answer or notice says of a refund. Safe to repeat and in any order. False: money went back, and
 * not the sum that was to; it is not believed, and operators are told.
 */
export async function applyRefundResult(
  deps: PaymentDependencies,
  refund: RefundRow,
  result: RefundResult,
): Promise<boolean> {
  if (result.kind === 'settled' && result.refundFen !== null && result.refundFen !== refund.amount_fen) {
    await refuseAmount(deps, refund, result.refundFen);
    return false;
  }
  await applyBelieved(deps, refund, result);
  return true;
}

async function refuseAmount(deps: PaymentDependencies, refund: RefundRow, toldFen: number): Promise<void> {
  const { query } = deps.database;
  const nowMs = deps.clock.now();
  const number = sentNumber(refund);
  await raiseAlert(
    query,
    {
      kind: 'refund-amount',
      subject: `${number} ${toldFen}`,
      orderId: refund.order_id,
      shard: refund.shard,
      details: { refundNo: number, amountFen: refund.amount_fen, toldFen },
    },
    nowMs,
  );
  const nextTryAtMs = nowMs + OPERATOR_PAUSE_MS;
  await moveRefund(query, refund, { state: refund.state, nowMs, nextTryAtMs, providerRefundNo: null });
}

async function applyBelieved(deps: PaymentDependencies, refund: RefundRow, result: RefundResult): Promise<void> {
  const { query } = deps.database;
  const nowMs = deps.clock.now();
  const backOffMs = nowMs + pauseAfter(refund.tries);
  const alert = (kind: Alert['kind'], code: string, reason?: string): Promise<void> =>
    raiseAlert(
      query,
      {
        kind,
        subject: `${sentNumber(refund)} ${code}`,
        orderId: refund.order_id,
        shard: refund.shard,
        details: {
          ...{ refundNo: sentNumber(refund), amountFen: refund.amount_fen, code },
          ...(reason === undefined ? {} : { reason }),
        },
      },
      nowMs,
    );
  switch (result.kind) {
    case 'settled':
      await settleRefund(deps.database, refund, { ...numberOf(result), settledAtMs: result.settledAtMs, nowMs });
      return;
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
      return closeRound(deps, refund, numberOf(result), () => alert('refund-closed', 'CLOSED'));
    case 'absent':
      return moveRefund(query, refund, {
        state: 'CREATED',
        nowMs,
        nextTryAtMs: backOffMs,
        providerRefundNo: null,
        isLost: true,
      });
    case 'refused':
      await alert('refund-refused', result.code, refundRefusalText(result.code));
      return moveRefund(query, refund, {
        state: refund.state,
        nowMs,
        nextTryAtMs: nowMs + OPERATOR_PAUSE_MS,
        providerRefundNo: null,
        refusal: result.code,
      });
    case 'unknown':
      deps.log.warn({ refundNo: sentNumber(refund), problem: result.message }, 'refund without a clear answer');
      return moveRefund(query, refund, { state: refund.state, nowMs, nextTryAtMs: backOffMs, providerRefundNo: null });
  }
}

/** Ended there without money: sent again by itself after a pause, until a person has to decide. Told again, nothing changes. */
async function closeRound(
  deps: PaymentDependencies,
  refund: RefundRow,
  number: { readonly providerRefundNo: string | null },
  alert: () => Promise<void>,
): Promise<void> {
  const pauseMs = pauseBeforeResend('CLOSED', refund.round);
  if (pauseMs === null) await alert();
  if (refund.state === 'CLOSED') return;
  const nowMs = deps.clock.now();
  const nextTryAtMs = pauseMs === null ? null : nowMs + pauseMs;
  await moveRefund(deps.database.query, refund, { state: 'CLOSED', nowMs, nextTryAtMs, ...number });
}

/** Applies a provider's verified refund notice. `unknown`: the refund is none of ours, or of another provider. */
export async function settleRefundNotice(
  deps: PaymentDependencies,
  provider: string,
  refundNo: string,
  result: RefundResult,
): Promise<'taken' | 'unknown' | 'amount'> {
  const { query } = deps.database;
  const refund = await refundByNumber(query, deps, refundNo);
  if (!refund || (await paymentOfRefund(query, refund)).provider !== provider) return 'unknown';
  // Of a number that is used up, only money is news.
  if (!refund.isCurrent && result.kind !== 'settled') return 'taken';
  return (await applyRefundResult(deps, refund, result)) ? 'taken' : 'amount';
}

function numberOf(result: { readonly providerRefundNo: string | null }): { providerRefundNo: string | null } {
  return { providerRefundNo: result.providerRefundNo };
}
