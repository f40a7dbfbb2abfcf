import { type ChangeField, type ChangeSubject, changeFieldLabel, changeFieldRow } from '@huimin/domain/endorsement';
import { POLICY_STATUS, policyStatusAt } from '@huimin/domain/policy';
import { type Benefit, benefitsOf } from '@huimin/domain/product';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { PaperSealer } from '../../papers/index.ts';
import { orderIdOf, positionId, shardOfOrder } from '../../security/order-ids.ts';
import type { EditionStore, LoadedEdition } from '../configuration/index.ts';
import type { PersonDetails } from '../insured/index.ts';
import {
  editionOfOrder,
  endorsementNo,
  type InsuredRow,
  insuredDetails,
  insuredOfOrders,
  type OrderRow,
  orderById,
  planNameOf,
  policyholderDetails,
} from '../order/index.ts';

/** Who signs papers digitally, and whether that signature counts: a certificate for trying out does not. */
export interface PaperSigning {
  readonly sealer: PaperSealer;
  readonly counts: boolean;
}

export interface PaperDependencies extends Core {
  readonly editions: EditionStore;
  readonly publicOrigin: string;
  /** 16 bytes; the verification codes on papers. */
  readonly paperKey: Buffer;
  /** Null where papers are not signed. */
  readonly signing: PaperSigning | null;
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
  /** The plan it covers by now, where the edition sells several. */
  readonly planName: string | null;
  /** The plan that the order was paid for, where the edition sells several. */
  readonly paidPlanName: string | null;
  readonly benefits: readonly Benefit[];
  /** Everything paid for this person: the premium and the difference of an upgrade that stands. */
  readonly premiumFen: number;
  readonly upgrade: UpgradeFacts | null;
  /** Null until the policy is issued. */
  readonly policy: { readonly status: number; readonly issuedAtMs: number } | null;
  /** Changes of data that the papers show already, in the order they were made. */
  readonly changes: readonly ChangeFacts[];
  /** How often the papers were issued anew; codes of earlier ones are known as replaced. */
  readonly version: number;
  /** From when its papers no longer count, and why; null while they do. */
  readonly voided: { readonly voidedAtMs: number; readonly reason: string } | null;
}

/** An endorsement that corrected what the papers print. */
export interface ChangeFacts {
  readonly endorsementNo: string;
  readonly atMs: number;
  readonly text: string;
}

/** The upgrade that stands on a policy and how its difference was paid. */
export interface UpgradeFacts {
  readonly endorsementNo: string;
  readonly amountFen: number;
  readonly issuedAtMs: number;
  readonly paidAtMs: number;
  readonly method: string;
  readonly providerTxn: string;
}

interface PolicyRow {
  status: number;
  issued_at: number | null;
  cancelled_at: number | null;
  paper_version: number;
}

interface PaymentRow {
  provider_txn: string;
  method: string;
  amount_fen: number;
  paid_at: number;
}

/** Beside the count of changes in a code's version, so that a paper of before and one of after an upgrade differ. */
const UPGRADED = 128;

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
    `select status, issued_at, cancelled_at, paper_version from policies where shard = $1 and id = $2`,
    [order.shard, policyId],
  );
  const { document } = edition;
  const planCode = insuredRow.upgrade_plan ?? order.plan_code;
  return {
    order,
    edition,
    planName: planNameOf(document, planCode),
    paidPlanName: planNameOf(document, order.plan_code),
    benefits: benefitsOf(document, document.plans.find((plan) => plan.code === planCode) ?? null),
    premiumFen: insuredRow.premium_fen + (insuredRow.upgrade_fen ?? 0),
    upgrade: await upgradeFacts(deps, query, insuredRow, order.shard),
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
    changes: await changeFacts(deps, query, order, policyId),
    // An upgrade changes what the papers say, and so does taking it back.
    version: ((policy?.paper_version ?? 0) % UPGRADED) + (insuredRow.upgrade_id === null ? 0 : UPGRADED),
    voided: policy ? await voidedSince(query, order, policy) : null,
    policy: policy?.issued_at ? { status: policy.status, issuedAtMs: policy.issued_at } : null,
  };
}

async function upgradeFacts(
  deps: PaperDependencies,
  query: Query,
  { upgrade_id: upgradeId }: InsuredRow,
  shard: number,
): Promise<UpgradeFacts | null> {
  if (upgradeId === null) return null;
  const [row] = await query<PaymentRow & { premium_fen: number; issued_at: number }>(
    `select u.premium_fen, u.issued_at, p.provider_txn, p.method, p.amount_fen, p.paid_at
     from upgrades u join payments p on p.shard = u.shard and p.order_id = u.order_id and p.purpose = 'premium'
     where u.shard = $1 and u.id = $2`,
    [shard, upgradeId],
  );
  return row
    ? {
        endorsementNo: endorsementNo(deps, upgradeId),
        amountFen: row.premium_fen,
        issuedAtMs: row.issued_at,
        paidAtMs: row.paid_at,
        method: row.method,
        providerTxn: row.provider_txn,
      }
    : null;
}

/** What was corrected of this person or of the payer, as far as it is printed. */
async function changeFacts(
  deps: PaperDependencies,
  query: Query,
  order: OrderRow,
  policyId: bigint,
): Promise<ChangeFacts[]> {
  const rows = await query<{ id: bigint; subject: ChangeSubject; fields: ChangeField[]; decided_at: number }>(
    `select id, subject, fields, decided_at from changes
     where shard = $1 and user_id = $2 and status = 'APPROVED'
       and (order_id = $3 or $3 = any(further_order_ids)) and (subject = 'payer' or insured_id = $4)
     order by id`,
    [order.shard, order.user_id, order.id, policyId],
  );
  return rows.flatMap(({ id, subject, fields, decided_at: atMs }) => {
    const printed = fields.filter((field) => changeFieldRow(field).printedOf.includes(subject));
    if (printed.length === 0) return [];
    const whose = subject === 'payer' ? '投保人' : '被保险人';
    const text = `更正${whose}${printed.map(changeFieldLabel).join('、')}`;
    return [{ endorsementNo: deps.numbers.endorsementNo(id), atMs, text }];
  });
}

/** Given back by the policyholder, or never covered and refunded. */
async function voidedSince(query: Query, order: OrderRow, policy: PolicyRow): Promise<PaperFacts['voided']> {
  if (policy.cancelled_at !== null) return { voidedAtMs: policy.cancelled_at, reason: '已退保' };
  if (policy.status !== POLICY_STATUS.issuingFailed) return null;
  const [refund] = await query<{ created_at: number }>(
    `select created_at from refunds where shard = $1 and order_id = $2 order by id limit 1`,
    [order.shard, order.id],
  );
  return { voidedAtMs: refund?.created_at ?? order.created_at, reason: '未能承保，全额退款' };
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
