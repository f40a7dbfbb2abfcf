import type { GroupDeposit } from '@huimin/domain/group';
import type { Query } from '../../db/database.ts';
import { amongDue } from '../../db/due-rows.ts';
import { GROUP_DEPOSIT, releaseBankReference } from '../payment/index.ts';
import type { GroupRow } from './group-store.ts';

type Of = Pick<GroupRow, 'shard' | 'id'>;

export interface BillRow {
  shard: number;
  id: bigint;
  group_id: bigint;
  reference: string;
  people: number;
  unit_fen: number;
  amount_fen: number;
  state: 'open' | 'paid' | 'done' | 'withdrawn';
  due_on: string;
  created_at: number;
  paid_at: number | null;
  voucher_shard: number | null;
}

const BILL_COLUMNS = `shard, id, group_id, reference, people, unit_fen, amount_fen, state, due_on, created_at,
  paid_at, voucher_shard`;

/** The newest bill that was not taken back. */
export async function newestBill(query: Query, group: Of): Promise<BillRow | null> {
  const [row] = await query<BillRow>(
    `select ${BILL_COLUMNS} from group_bills where shard = $1 and group_id = $2 and state <> 'withdrawn'
     order by id desc limit 1`,
    [group.shard, group.id],
  );
  return row ?? null;
}

export async function billsOfGroup(query: Query, group: Of): Promise<BillRow[]> {
  return query<BillRow>(
    `select ${BILL_COLUMNS} from group_bills where shard = $1 and group_id = $2 order by id desc limit 100`,
    [group.shard, group.id],
  );
}

export async function insertBill(
  query: Query,
  group: Of,
  bill: {
    readonly id: bigint;
    readonly reference: string;
    readonly people: number;
    readonly unitFen: number;
    readonly dueOn: string;
    readonly by: string;
    readonly nowMs: number;
  },
): Promise<void> {
  await query(
    `insert into group_bills (shard, id, group_id, reference, people, unit_fen, amount_fen, state, due_on, created_by,
       created_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'open', $8, $9, $10)`,
    [
      group.shard,
      bill.id,
      group.id,
      bill.reference,
      bill.people,
      bill.unitFen,
      bill.people * bill.unitFen,
      bill.dueOn,
      bill.by,
      new Date(bill.nowMs),
    ],
  );
}

/** Puts everybody who may be insured now on a bill, without those whom it leaves out; answers how many they are. */
export async function billPeople(query: Query, group: Of, billId: bigint): Promise<number> {
  const rows = await query(
    `update group_people set status = 'billed', bill_id = $3
     where shard = $1 and group_id = $2 and status = 'confirmed' and left_out_at is null returning 1 as billed`,
    [group.shard, group.id, billId],
  );
  return rows.length;
}

/** Who agreed to documents that have a newer version by now is asked again; answers how many they are. */
export async function askOutdatedAgain(
  query: Query,
  group: Of,
  documents: readonly { readonly key: string; readonly version: number }[],
  nowMs: number,
): Promise<number> {
  const rows = await query(
    `update group_people set status = 'waiting', agreed_documents = null, invited_at = null, invite_due_at = $4
     where shard = $1 and group_id = $2 and status = 'confirmed' and not (agreed_documents @> $3::jsonb)
     returning 1 as asked`,
    [group.shard, group.id, JSON.stringify(documents), new Date(nowMs)],
  );
  return rows.length;
}

export async function moveBill(
  query: Query,
  bill: Pick<BillRow, 'shard' | 'id'>,
  move: { readonly from: BillRow['state']; readonly to: BillRow['state']; readonly nowMs: number },
): Promise<boolean> {
  const rows = await query(
    `update group_bills set state = $4, lease_until = null,
       paid_at = case when $4 = 'paid' then $5::timestamptz else paid_at end,
       done_at = case when $4 = 'done' then $5::timestamptz else done_at end
     where shard = $1 and id = $2 and state = $3 returning 1 as moved`,
    [bill.shard, bill.id, move.from, move.to, new Date(move.nowMs)],
  );
  return rows.length === 1;
}

/** Where the files of the contact person are that show the transfer. */
export async function noteVoucher(query: Query, bill: Pick<BillRow, 'shard' | 'id'>, shard: number): Promise<void> {
  await query('update group_bills set voucher_shard = $3 where shard = $1 and id = $2', [bill.shard, bill.id, shard]);
}

/** Takes one paid bill whose people wait for their policies; for one server only, until the lease ends. */
export async function leasePaidBill(query: Query, nowMs: number, leaseMs: number): Promise<BillRow | null> {
  const [row] = await query<BillRow>(
    `with due as materialized (
       select shard, id from group_bills where state = 'paid' and (lease_until is null or lease_until < $1)
       order by lease_until nulls first, id limit 1
     )
     update group_bills set lease_until = $2
     where ${amongDue(`state = 'paid' and (lease_until is null or lease_until < $1)`)}
     returning ${BILL_COLUMNS}`,
    [new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return row ?? null;
}

export async function releaseBill(query: Query, bill: BillRow, untilMs: number): Promise<void> {
  await query(`update group_bills set lease_until = $3 where shard = $1 and id = $2 and state = 'paid'`, [
    bill.shard,
    bill.id,
    new Date(untilMs),
  ]);
}

export interface ReceiptRow {
  id: bigint;
  bank_reference: string;
  amount_fen: number;
  payer_sealed: Buffer;
  received_on: string;
  entered_by: string;
  entered_at: number;
  confirmed_by: string | null;
  confirmed_at: number | null;
  withdrawn_at: number | null;
}

const RECEIPT_COLUMNS = `id, bank_reference, amount_fen, payer_sealed, received_on::text as received_on, entered_by,
  entered_at, confirmed_by, confirmed_at, withdrawn_at`;

export async function receiptsOfGroup(query: Query, group: Of): Promise<ReceiptRow[]> {
  return query<ReceiptRow>(
    `select ${RECEIPT_COLUMNS} from group_receipts where shard = $1 and group_id = $2 order by id desc limit 200`,
    [group.shard, group.id],
  );
}

export async function insertReceipt(
  query: Query,
  group: Of,
  receipt: {
    readonly id: bigint;
    readonly bankReference: string;
    readonly amountFen: number;
    readonly payerSealed: Buffer;
    readonly receivedOn: string;
    readonly by: string;
    readonly nowMs: number;
  },
): Promise<void> {
  await query(
    `insert into group_receipts (shard, id, group_id, bank_reference, amount_fen, payer_sealed, received_on, entered_by,
       entered_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      group.shard,
      receipt.id,
      group.id,
      receipt.bankReference,
      receipt.amountFen,
      receipt.payerSealed,
      receipt.receivedOn,
      receipt.by,
      new Date(receipt.nowMs),
    ],
  );
}

/** Confirms one that is entered and neither confirmed nor withdrawn; the table refuses the hand that entered it. */
export async function confirmReceiptRow(
  query: Query,
  group: Of,
  id: bigint,
  by: string,
  nowMs: number,
): Promise<boolean> {
  const rows = await query(
    `update group_receipts set confirmed_by = $4, confirmed_at = $5
     where shard = $1 and group_id = $2 and id = $3 and confirmed_at is null and withdrawn_at is null
       and entered_by <> $4 returning 1 as confirmed`,
    [group.shard, group.id, id, by, new Date(nowMs)],
  );
  return rows.length === 1;
}

/** Takes back one that was entered wrongly, with its reference. */
export async function withdrawReceiptRow(query: Query, group: Of, id: bigint, nowMs: number): Promise<boolean> {
  const rows = await query<{ bank_reference: string }>(
    `update group_receipts set withdrawn_at = $4
     where shard = $1 and group_id = $2 and id = $3 and confirmed_at is null and withdrawn_at is null
     returning bank_reference`,
    [group.shard, group.id, id, new Date(nowMs)],
  );
  const [row] = rows;
  if (row) await releaseBankReference(query, row.bank_reference);
  return row !== undefined;
}

export interface PayoutRow {
  id: bigint;
  amount_fen: number;
  reason: string;
  payee_sealed: Buffer;
  proposed_by: string;
  proposed_at: number;
  bank_reference: string | null;
  paid_on: string | null;
  paid_by: string | null;
  paid_at: number | null;
  withdrawn_at: number | null;
}

const PAYOUT_COLUMNS = `id, amount_fen, reason, payee_sealed, proposed_by, proposed_at, bank_reference,
  paid_on::text as paid_on, paid_by, paid_at, withdrawn_at`;

export async function payoutsOfGroup(query: Query, group: Of): Promise<PayoutRow[]> {
  return query<PayoutRow>(
    `select ${PAYOUT_COLUMNS} from group_payouts where shard = $1 and group_id = $2 order by id desc limit 200`,
    [group.shard, group.id],
  );
}

export async function insertPayout(
  query: Query,
  group: Of,
  payout: {
    readonly id: bigint;
    readonly amountFen: number;
    readonly reason: string;
    readonly payeeSealed: Buffer;
    readonly by: string;
    readonly nowMs: number;
  },
): Promise<void> {
  await query(
    `insert into group_payouts (shard, id, group_id, amount_fen, reason, payee_sealed, proposed_by, proposed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      group.shard,
      payout.id,
      group.id,
      payout.amountFen,
      payout.reason,
      payout.payeeSealed,
      payout.by,
      new Date(payout.nowMs),
    ],
  );
}

export async function payPayoutRow(
  query: Query,
  group: Of,
  id: bigint,
  paid: { readonly by: string; readonly bankReference: string; readonly paidOn: string; readonly nowMs: number },
): Promise<{ amount_fen: number } | null> {
  const [row] = await query<{ amount_fen: number }>(
    `update group_payouts set paid_by = $4, bank_reference = $5, paid_on = $6, paid_at = $7
     where shard = $1 and group_id = $2 and id = $3 and paid_at is null and withdrawn_at is null and proposed_by <> $4
     returning amount_fen`,
    [group.shard, group.id, id, paid.by, paid.bankReference, paid.paidOn, new Date(paid.nowMs)],
  );
  return row ?? null;
}

export async function withdrawPayoutRow(query: Query, group: Of, id: bigint, nowMs: number): Promise<boolean> {
  const rows = await query(
    `update group_payouts set withdrawn_at = $4
     where shard = $1 and group_id = $2 and id = $3 and paid_at is null and withdrawn_at is null returning 1 as withdrawn`,
    [group.shard, group.id, id, new Date(nowMs)],
  );
  return rows.length === 1;
}

/** What has arrived after a day. */
export async function receivedAfter(query: Query, group: Of, day: string): Promise<number> {
  const [row] = await query<{ fen: bigint }>(
    `select coalesce(sum(amount_fen), 0)::bigint as fen from group_receipts
     where shard = $1 and group_id = $2 and confirmed_at is not null and received_on > $3::date`,
    [group.shard, group.id, day],
  );
  return Number(row?.fen ?? 0);
}

const DEPOSIT = `
select coalesce((select sum(amount_fen) from group_receipts
    where shard = $1 and group_id = $2 and confirmed_at is not null), 0)::bigint as received,
  coalesce((select sum(amount_fen) from group_payouts
    where shard = $1 and group_id = $2 and paid_at is not null), 0)::bigint as returned,
  coalesce((select sum(amount_fen) from group_payouts
    where shard = $1 and group_id = $2 and paid_at is null and withdrawn_at is null), 0)::bigint as proposed,
  coalesce((select sum(p.amount_fen) from group_people d
    join payments p on p.shard = d.shard and p.order_id = d.order_id and p.provider = $3
    where d.shard = $1 and d.group_id = $2 and d.order_id is not null), 0)::bigint
  - coalesce((select sum(r.amount_fen) from group_people d
    join refunds r on r.shard = d.shard and r.order_id = d.order_id and r.state = 'SETTLED'
    where d.shard = $1 and d.group_id = $2 and d.order_id is not null), 0)::bigint as used`;

/** A company's money by the facts; `proposedFen` is on its way back, decided by one person so far. */
export async function depositOf(query: Query, group: Of): Promise<GroupDeposit & { readonly proposedFen: number }> {
  const [row] = await query<Record<'received' | 'returned' | 'proposed' | 'used', bigint>>(DEPOSIT, [
    group.shard,
    group.id,
    GROUP_DEPOSIT,
  ]);
  if (!row) throw new Error('a sum answered nothing');
  return {
    receivedFen: Number(row.received),
    returnedFen: Number(row.returned),
    proposedFen: Number(row.proposed),
    usedFen: Number(row.used),
  };
}
