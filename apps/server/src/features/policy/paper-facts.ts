import { POLICY_STATUS, policyStatusAt } from '@huimin/domain/policy';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { orderIdOf, positionId, shardOfOrder } from '../../security/order-ids.ts';
import type { EditionStore, LoadedEdition } from '../configuration/index.ts';
import type { PersonDetails } from '../insured/index.ts';
import {
  editionOfOrder,
  type InsuredRow,
  insuredDetails,
  insuredOfOrders,
  type OrderRow,
  orderById,
  policyholderDetails,
} from '../order/index.ts';

export interface PaperDependencies extends Core {
  readonly editions: EditionStore;
  readonly publicOrigin: string;
  /** 16 bytes; the verification codes on papers. */
  readonly paperKey: Buffer;
}

/** Everything the papers of one insured person are made from. */
export interface PaperFacts {
  readonly order: OrderRow;
  readonly edition: LoadedEdition;
  readonly policyholder: PersonDetails;
  readonly insuredRow: InsuredRow;
  readonly insured: PersonDetails;
  readonly position: number;
  readonly payment: {
    readonly providerTxn: string;
    readonly method: string;
    readonly amountFen: number;
    readonly paidAtMs: number;
  };
  /** Null until the policy is issued. */
  readonly policy: { readonly status: number; readonly issuedAtMs: number } | null;
  /** From when its papers no longer count, and why; null while they do. */
  readonly voided: { readonly voidedAtMs: number; readonly reason: string } | null;
}

interface PolicyRow {
  status: number;
  issued_at: number | null;
  cancelled_at: number | null;
}

interface PaymentRow {
  provider_txn: string;
  method: string;
  amount_fen: number;
  paid_at: number;
}

/** Null where nothing is paid or the position is nobody. The caller has checked who may see it. */
export async function paperFacts(
  deps: PaperDependencies,
  order: OrderRow,
  position: number,
): Promise<PaperFacts | null> {
  const { query } = deps.database;
  const policyId = positionId(order.id, position);
  const [payment] = await query<PaymentRow>(
    `select provider_txn, method, amount_fen, paid_at from payments
     where shard = $1 and order_id = $2 and purpose = 'premium'`,
    [order.shard, order.id],
  );
  const insuredRow = (await insuredOfOrders(query, order.shard, [order.id])).find((row) => row.id === policyId);
  const edition = editionOfOrder(deps.editions, order);
  if (!payment || !insuredRow || !edition) return null;
  const [policy] = await query<PolicyRow>(
    `select status, issued_at, cancelled_at from policies where shard = $1 and id = $2`,
    [order.shard, policyId],
  );
  return {
    order,
    edition,
    policyholder: policyholderDetails(deps, order),
    insuredRow,
    insured: insuredDetails(deps, insuredRow),
    position,
    payment: {
      providerTxn: payment.provider_txn,
      method: payment.method,
      amountFen: payment.amount_fen,
      paidAtMs: payment.paid_at,
    },
    voided: policy ? await voidedSince(query, order, policy) : null,
    policy: policy?.issued_at ? { status: policy.status, issuedAtMs: policy.issued_at } : null,
  };
}

/** Given back by the policyholder, or never covered and refunded. */
async function voidedSince(query: Query, order: OrderRow, policy: PolicyRow): Promise<PaperFacts['voided']> {
  if (policy.cancelled_at !== null) return { voidedAtMs: policy.cancelled_at, reason: '已退保' };
  if (policy.status !== POLICY_STATUS.issuingFailed) return null;
  const [refund] = await query<{ created_at: number }>(
    `select created_at from refunds where shard = $1 and order_id = $2 order by id limit 1`,
    [order.shard, order.id],
  );
  return { voidedAtMs: refund?.created_at ?? order.created_at, reason: '未能承保，已退款' };
}

/** The same from a policy id alone, for the public verification page. */
export async function paperFactsOfPolicy(deps: PaperDependencies, policyId: bigint): Promise<PaperFacts | null> {
  const orderId = orderIdOf(policyId);
  const order = await orderById(deps.database.query, shardOfOrder(orderId), orderId);
  return order ? paperFacts(deps, order, Number(policyId & 15n)) : null;
}

export function policyStatusNow(facts: PaperFacts, nowMs: number): number | null {
  if (!facts.policy) return null;
  return policyStatusAt(facts.policy.status as 0, facts.edition.document, nowMs);
}
