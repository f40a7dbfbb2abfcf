import { billBalance, depositLeftFen } from '@huimin/domain/group';
import { formatYuan } from '@huimin/domain/money';
import type { Query } from '../../db/database.ts';
import { postOrders } from '../ledger/index.ts';
import { releaseBankReference, takeBankReference } from '../payment/index.ts';
import {
  confirmReceiptRow,
  depositOf,
  insertPayout,
  insertReceipt,
  newestBill,
  payPayoutRow,
  withdrawPayoutRow,
  withdrawReceiptRow,
} from './bill-store.ts';
import { ABSENT, type Done, notSo, payIfCovered } from './bills.ts';
import type { GroupDependencies } from './group-deps.ts';
import { type GroupRow, groupById, lockGroup, noteGroup } from './group-store.ts';

/** A transfer as the bank's statement has it. */
export interface EnteredReceipt {
  readonly bankReference: string;
  readonly amountFen: number;
  readonly payerName: string;
  readonly payerAccount: string;
  readonly receivedOn: string;
  readonly by: string;
}

export const PAYER_SEAL = 'group-payer';
export const PAYEE_SEAL = 'group-payee';

const REFERENCE_TAKEN = '这个银行流水号已经登记过。一笔流水只能登记一次';

/** Enters a transfer; it counts when another person has confirmed it. */
export function enterReceipt(
  deps: GroupDependencies,
  groupId: bigint,
  receipt: EnteredReceipt,
): Promise<Done<{ readonly receiptId: string }>> {
  return deps.database.transaction(async (query) => {
    const group = await lockGroup(query, groupId);
    if (!group) return ABSENT;
    const nowMs = deps.clock.now();
    const id = deps.orderIds.next(group.shard);
    if (!(await takeBankReference(query, receipt.bankReference, { shard: group.shard, sourceId: id })))
      return notSo(REFERENCE_TAKEN);
    const payer = { name: receipt.payerName, account: receipt.payerAccount };
    await insertReceipt(query, group, {
      ...receipt,
      ...{ id, nowMs },
      payerSealed: deps.vault.sealJson(PAYER_SEAL, payer),
    });
    await noteGroup(deps, query, group, {
      kind: 'receipt-entered',
      actor: receipt.by,
      note: receipt.bankReference,
      nowMs,
    });
    return { kind: 'done', receiptId: String(id) };
  });
}

/** Confirms a transfer against the statement: it is posted, and pays the open bill when there is enough. */
export function confirmReceipt(
  deps: GroupDependencies,
  groupId: bigint,
  receiptId: bigint,
  by: string,
): Promise<Done<{ readonly isPaid: boolean; readonly shortFen: number; readonly leftFen: number }>> {
  return deps.database.transaction(async (query) => {
    const group = await lockGroup(query, groupId);
    if (!group) return ABSENT;
    const nowMs = deps.clock.now();
    if (!(await confirmReceiptRow(query, group, receiptId, by, nowMs))) {
      return notSo('没有这笔待确认的到账，或者确认人就是登记人。到账要由另一个人确认');
    }
    await postOrders(query, [{ shard: group.shard, orderId: group.id }], nowMs);
    const paid = await payIfCovered(deps, query, group.id, nowMs);
    const left = depositLeftFen(await depositOf(query, group));
    const bill = await newestBill(query, group);
    const due = bill?.state === 'open' || paid ? (bill?.amount_fen ?? 0) : 0;
    const { shortFen, overFen } = billBalance(due, left);
    const news = paid === null && shortFen > 0 ? `已到账一部分，还差 ${formatYuan(shortFen)} 元` : undefined;
    await noteGroup(deps, query, group, { kind: 'receipt-confirmed', actor: by, news, nowMs });
    return { kind: 'done', isPaid: paid !== null, shortFen, leftFen: overFen };
  });
}

export function withdrawReceipt(
  deps: GroupDependencies,
  groupId: bigint,
  receiptId: bigint,
  by: string,
): Promise<Done> {
  return deps.database.transaction(async (query) => {
    const group = await lockGroup(query, groupId);
    if (!group) return ABSENT;
    const nowMs = deps.clock.now();
    if (!(await withdrawReceiptRow(query, group, receiptId, nowMs))) return notSo('没有这笔待确认的到账');
    await noteGroup(deps, query, group, { kind: 'receipt-withdrawn', actor: by, nowMs });
    return { kind: 'done' };
  });
}

export interface ProposedPayout {
  readonly amountFen: number;
  readonly reason: string;
  readonly payee: { readonly name: string; readonly bank: string; readonly account: string };
  readonly by: string;
}

/** What of a company's money may be paid back now: not what an open or running bill needs. */
export async function payableBack(query: Query, groupId: bigint): Promise<number> {
  const group = await groupById(query, groupId);
  if (!group) return 0;
  const bill = await newestBill(query, group);
  // Before the deposit: who is charged between the two is counted in both, and never in neither.
  const bound = bill?.state === 'paid' ? await stillToCharge(query, bill) : 0;
  const deposit = await depositOf(query, group);
  return Math.max(0, depositLeftFen(deposit) - deposit.proposedFen - bound);
}

async function stillToCharge(
  query: Query,
  bill: { readonly shard: number; readonly id: bigint; readonly unit_fen: number },
): Promise<number> {
  const [row] = await query<{ people: number }>(
    `select count(*)::integer as people from group_people d where d.shard = $1 and d.bill_id = $2 and d.status = 'billed'
       and not exists (select 1 from payments p where p.shard = d.shard and p.order_id = d.order_id)`,
    [bill.shard, bill.id],
  );
  return (row?.people ?? 0) * bill.unit_fen;
}

/** Proposes to pay money back to the company; another person pays it and records how. */
export function proposePayout(
  deps: GroupDependencies,
  groupId: bigint,
  payout: ProposedPayout,
): Promise<Done<{ readonly payoutId: string }>> {
  return deps.database.transaction(async (query) => {
    const group = await lockGroup(query, groupId);
    if (!group) return ABSENT;
    // Its answer was lost and it was sent once more, or two propose the same: paid twice it would be gone.
    if (await isProposed(deps, query, group, payout)) {
      return notSo('同样的一笔退款已经登记，在等另一人付款。真要再退一笔，等那一笔付完再登记');
    }
    const most = await payableBack(query, groupId);
    if (payout.amountFen > most) return notSo(`最多可退 ${formatYuan(most)} 元`);
    const nowMs = deps.clock.now();
    const id = deps.orderIds.next(group.shard);
    await insertPayout(query, group, {
      ...payout,
      ...{ id, nowMs },
      payeeSealed: deps.vault.sealJson(PAYEE_SEAL, payout.payee),
    });
    await noteGroup(deps, query, group, { kind: 'payout-proposed', actor: payout.by, note: payout.reason, nowMs });
    return { kind: 'done', payoutId: String(id) };
  });
}

async function isProposed(
  { vault }: GroupDependencies,
  query: Query,
  { shard, id }: GroupRow,
  { amountFen, payee }: ProposedPayout,
): Promise<boolean> {
  const rows = await query<{ payee_sealed: Buffer }>(
    `select payee_sealed from group_payouts
     where shard = $1 and group_id = $2 and amount_fen = $3 and paid_at is null and withdrawn_at is null`,
    [shard, id, amountFen],
  );
  return rows.some(({ payee_sealed: sealed }) => {
    const { name, bank, account } = vault.openJson<ProposedPayout['payee']>(PAYEE_SEAL, sealed);
    return name === payee.name && bank === payee.bank && account === payee.account;
  });
}

/** Records that a proposed payment was made, by its reference at the bank: posted, and the company is told. */
export async function recordPayout(
  deps: GroupDependencies,
  groupId: bigint,
  payoutId: bigint,
  paid: { readonly by: string; readonly bankReference: string; readonly paidOn: string },
): Promise<Done<{ readonly amountFen: number }>> {
  return deps.database.transaction(async (query) => {
    const group = await lockGroup(query, groupId);
    if (!group) return ABSENT;
    const nowMs = deps.clock.now();
    if (!(await takeBankReference(query, paid.bankReference, { shard: group.shard, sourceId: payoutId })))
      return notSo(REFERENCE_TAKEN);
    const row = await payPayoutRow(query, group, payoutId, { ...paid, nowMs });
    if (!row) {
      await releaseBankReference(query, paid.bankReference);
      return notSo('没有这笔待付的退款，或者登记人就是提出人。付款要由另一个人办理');
    }
    await postOrders(query, [{ shard: group.shard, orderId: group.id }], nowMs);
    const news = `退款 ${formatYuan(row.amount_fen)} 元已转回单位账户`;
    await noteGroup(deps, query, group, { kind: 'payout-paid', actor: paid.by, note: paid.bankReference, news, nowMs });
    return { kind: 'done', amountFen: row.amount_fen };
  });
}

export function withdrawPayout(deps: GroupDependencies, groupId: bigint, payoutId: bigint, by: string): Promise<Done> {
  return deps.database.transaction(async (query) => {
    const group = await lockGroup(query, groupId);
    if (!group) return ABSENT;
    const nowMs = deps.clock.now();
    if (!(await withdrawPayoutRow(query, group, payoutId, nowMs))) return notSo('没有这笔待付的退款');
    await noteGroup(deps, query, group, { kind: 'payout-withdrawn', actor: by, nowMs });
    await payIfCovered(deps, query, group.id, nowMs);
    return { kind: 'done' };
  });
}
