import type { Core } from '../../core.ts';
import type { PaidEvidence } from '../../ports/payment-provider.ts';
import { positionId, shardOfOrder } from '../../security/order-ids.ts';
import { postOrders } from '../ledger/index.ts';
import { orderById } from '../order/index.ts';
import { type Alert, raiseAlert } from './alert-store.ts';
import { attemptById } from './attempt-store.ts';
import { markPaid, type PaidPurchase } from './mark-paid.ts';
import { orderPaidBy, paymentsOf, recordNotice, storeSurplus } from './payment-store.ts';

export interface SettleDependencies extends Core {
  readonly groupByShard: boolean;
}

/** A verified notice, as it came, with no other headers than those that prove it. */
export interface ReceivedNotice {
  readonly noticeId: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export type Settlement =
  /** The order is paid by this money, now (`first`) or before. */
  | { readonly kind: 'settled'; readonly orderId: bigint; readonly first: boolean }
  /** The money pays for nothing and goes back in full. */
  | { readonly kind: 'surplus'; readonly orderId: bigint; readonly first: boolean }
  /** Not believed: nothing changed, operators were told. */
  | { readonly kind: 'refused'; readonly reason: RefusedMoney };

/**
 * `twice`: other money under a number that is paid by its first; a provider takes a number once. `other-order`: the very
 * money of another order.
 */
type RefusedMoney = 'unknown-order' | 'currency' | 'amount' | 'twice' | 'other-order';

/** Surplus refunds are numbered by their attempt above this, other refunds of the order below. */
export const SURPLUS_REFUND_BASE = 50;
const MAX_ROUNDS = 4;

/**
 * The one way by which money becomes a paid order, whoever brings the evidence: notice, query, a close that answers
 * "paid", or a bill. Safe to repeat, in any order, on any server. Throws only when the database cannot be written.
 */
export async function settlePayment(
  deps: SettleDependencies,
  provider: string,
  evidence: PaidEvidence,
  notice: ReceivedNotice | null = null,
): Promise<Settlement> {
  const at = deps.numbers.attemptOf(evidence.merchantOrderNo);
  const sealed = notice && { noticeId: notice.noticeId, bodySealed: sealNotice(deps, notice) };
  const shard = at ? shardOfOrder(at.orderId) : 0;
  const finish = async (settlement: Settlement): Promise<Settlement> => {
    if (!sealed) return settlement;
    const outcome = settlement.kind === 'refused' ? `refused-${settlement.reason}` : settlement.kind;
    const orderId = at?.orderId ?? null;
    const receivedAtMs = deps.clock.now();
    await recordNotice(deps.database.query, { shard, provider, orderId, outcome, receivedAtMs, ...sealed });
    return settlement;
  };
  const refuse = async (reason: RefusedMoney): Promise<Settlement> => {
    await raiseAlert(deps.database.query, refusalAlert(reason, evidence, at?.orderId ?? null), deps.clock.now());
    return finish({ kind: 'refused', reason });
  };

  if (!at || at.attemptNo < 1 || at.attemptNo > 15) return refuse('unknown-order');
  if (evidence.currency !== 'CNY') return refuse('currency');
  const purchase: PaidPurchase = {
    shard,
    orderId: at.orderId,
    attemptId: positionId(at.orderId, at.attemptNo),
    provider,
    merchantOrderNo: evidence.merchantOrderNo,
    providerTxn: evidence.providerTxn,
    amountFen: evidence.amountFen,
    paidAt: new Date(evidence.paidAtMs),
    receivedAt: new Date(deps.clock.now()),
    notice: sealed,
  };
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    if (await isPaidBy(deps, purchase)) return { kind: 'settled', orderId: at.orderId, first: true };
    const found = await explain(deps, purchase);
    if (found.kind === 'settled' || found.kind === 'surplus') {
      return finish({ kind: found.kind, orderId: at.orderId, first: false });
    }
    if (found.kind === 'not-payable') {
      if (await keepSurplus(deps, purchase, found.method, at.attemptNo)) {
        return finish({ kind: 'surplus', orderId: at.orderId, first: true });
      }
    } else if (found.kind !== 'again') return refuse(found.kind);
    // Another payment of the same order shared the statement, or another server was faster: look again.
  }
  throw new Error('a payment could be neither settled nor refused');
}

const KEY_BROKEN = '23505';

/** Whether the order is paid by this money, by this very call. */
async function isPaidBy(deps: SettleDependencies, purchase: PaidPurchase): Promise<boolean> {
  try {
    return await deps.groupCommit.write(markPaid(deps.groupByShard), purchase);
  } catch (error) {
    // A payment with its number at the provider is there already: whose it is, is explained like all that changed nothing.
    if ((error as { code?: string }).code === KEY_BROKEN) return false;
    throw error;
  }
}

type Explanation =
  | { readonly kind: 'settled' | 'surplus' | 'again' | RefusedMoney }
  | { readonly kind: 'not-payable'; readonly method: string };

/** Why the statement changed nothing. */
async function explain(deps: SettleDependencies, purchase: PaidPurchase): Promise<Explanation> {
  const { query } = deps.database;
  const attempt = await attemptById(query, purchase.shard, purchase.attemptId);
  const order = await orderById(query, purchase.shard, purchase.orderId);
  if (!order || attempt?.merchant_order_no !== purchase.merchantOrderNo || attempt.provider !== purchase.provider) {
    return { kind: 'unknown-order' };
  }
  const paidBefore = await orderPaidBy(query, purchase);
  if (paidBefore !== null && paidBefore !== purchase.orderId) return { kind: 'other-order' };
  const payments = await paymentsOf(query, purchase.shard, purchase.orderId);
  const stored = payments.find(
    (payment) => payment.provider === purchase.provider && payment.provider_txn === purchase.providerTxn,
  );
  if (attempt.amount_fen !== purchase.amountFen || order.premium_fen !== purchase.amountFen) return { kind: 'amount' };
  if (stored) return { kind: stored.purpose === 'premium' ? 'settled' : 'surplus' };
  if (payments.some((payment) => payment.id === purchase.attemptId)) return { kind: 'twice' };
  if (order.status === 20 || order.status === 25) return { kind: 'again' };
  return { kind: 'not-payable', method: attempt.method };
}

async function keepSurplus(
  deps: SettleDependencies,
  purchase: PaidPurchase,
  method: string,
  attemptNo: number,
): Promise<boolean> {
  const { query } = deps.database;
  const stored = await storeSurplus(query, purchase, method, {
    id: deps.orderIds.next(purchase.shard),
    refundNo: deps.numbers.refundNo(purchase.orderId, SURPLUS_REFUND_BASE + attemptNo),
    reason: '订单已付款或已关闭，多付的款项退回',
  });
  if (stored) {
    await postOrders(query, [{ shard: purchase.shard, orderId: purchase.orderId }], deps.clock.now());
    const alert = { merchantOrderNo: purchase.merchantOrderNo, providerTxn: purchase.providerTxn };
    await raiseAlert(
      query,
      {
        kind: 'payment-surplus',
        subject: purchase.providerTxn,
        orderId: purchase.orderId,
        shard: purchase.shard,
        details: { ...alert, amountFen: purchase.amountFen },
      },
      deps.clock.now(),
    );
  }
  return stored;
}

function refusalAlert(reason: RefusedMoney, evidence: PaidEvidence, orderId: bigint | null): Alert {
  return {
    kind: `payment-${reason}`,
    subject: `${evidence.merchantOrderNo} ${evidence.providerTxn}`,
    orderId,
    shard: orderId === null ? null : shardOfOrder(orderId),
    details: {
      merchantOrderNo: evidence.merchantOrderNo,
      providerTxn: evidence.providerTxn,
      amountFen: evidence.amountFen,
      currency: evidence.currency,
    },
  };
}

/** Seals a notice with the headers that prove it. */
export function sealNotice(deps: Pick<Core, 'vault'>, { headers, body }: ReceivedNotice): Buffer {
  return deps.vault.sealJson('notice', { headers, body: body.toString('base64') });
}
