import type { DeskGroupLineValue, DeskGroupValue, DeskRosterRowValue } from '@huimin/contract/console';
import { formatDateTime } from '@huimin/domain/date';
import { GROUP_STATUS_TABLE, type GroupPersonStatus, groupPersonLabel } from '@huimin/domain/group';
import { maskMiddle, maskName } from '@huimin/domain/person';
import { regionDisplayText } from '@huimin/domain/region';
import { statusEntryOf } from '@huimin/domain/status';
import { namesOf } from '../staff/index.ts';
import type { RosterLine } from './desk-store.ts';
import type { GroupDependencies } from './group-deps.ts';
import { type GroupRow, groupDetails } from './group-store.ts';
import { groupSummary } from './group-view.ts';
import { groupForOperator, maskedContact } from './operator.ts';
import { groupPersonDetails } from './people-store.ts';

const toneOf = (group: GroupRow) => statusEntryOf(GROUP_STATUS_TABLE, group.status)?.tone ?? 'neutral';

export function deskLine(deps: GroupDependencies, group: GroupRow): DeskGroupLineValue {
  return {
    ...groupSummary(deps, group),
    tone: toneOf(group),
    regionText: regionDisplayText(group.region_code) ?? '',
    manager: group.manager?.name ?? null,
  };
}

/** What stands in a group's history, in words; statuses have their own. */
const HAPPENED: Readonly<Record<string, string>> = {
  note: '记跟进',
  assigned: '分配客户经理',
  'contact-changed': '换联系人',
  'roster-given': '交来名单',
  'roster-read': '名单读完',
  'row-mended': '改了名单一行',
  'row-dropped': '移出名单一行',
  reminded: '催确认短信',
  'voucher-given': '交来转账回单',
  'people-removed': '减员',
  'receipt-entered': '登记到账',
  'receipt-confirmed': '确认到账',
  'receipt-withdrawn': '撤回到账登记',
  'payout-proposed': '提出退款',
  'payout-paid': '退款已付',
  'payout-withdrawn': '撤回退款',
  invoiced: '开发票',
  'bill-stopped': '停了账单',
  'left-out': '有人没进账单，所在城市暂停参保',
  'left-out-goes-on': '暂停的城市恢复了',
  'left-out-for-good': '到期仍暂停，没有参保',
};

/** Whoever works at the desk stands in a history by their account; here with their name, as everywhere else. */
async function namesOfAccounts(
  deps: GroupDependencies,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { query } = deps.database;
  const rows = await query<{ id: number; account: string }>(
    `select id, account from staff_accounts where account = any($1)`,
    [[...new Set(accounts)]],
  );
  const names = await namesOf(
    deps,
    query,
    rows.map(({ id }) => id),
  );
  return new Map(rows.map(({ id, account }) => [account, names.get(id) ?? account]));
}

export async function deskGroup(deps: GroupDependencies, group: GroupRow): Promise<DeskGroupValue> {
  const {
    contact,
    receipts,
    payouts,
    bills: _,
    vouchers,
    events,
    invoiceTitle: _title,
    ...detail
  } = await groupForOperator(deps, group);
  const names = await namesOfAccounts(deps, [
    ...events.map(({ actor }) => actor),
    ...receipts.flatMap((row) => [row.entered_by, row.confirmed_by ?? '']),
    ...payouts.flatMap((row) => [row.proposed_by, row.paid_by ?? '']),
  ]);
  const person = (account: string) => ({ account, name: names.get(account) ?? account });
  return {
    ...detail,
    tone: toneOf(group),
    fewestPeople: deps.editions.edition(group.edition_code)?.document.groupSale?.fewestPeople ?? 1,
    ...maskedContact({ contactName: contact.name, phone: contact.phone }),
    receipts: receipts.map((row) => ({
      receiptNo: String(row.id),
      bankReference: row.bank_reference,
      amountFen: row.amount_fen,
      payerName: row.payer.name,
      payerAccountMasked: row.payer.account,
      receivedOn: row.received_on,
      enteredBy: person(row.entered_by),
      confirmedBy: row.confirmed_by === null ? null : person(row.confirmed_by),
      state: row.withdrawn_at !== null ? 'withdrawn' : row.confirmed_at !== null ? 'confirmed' : 'entered',
    })),
    payouts: payouts.map((row) => ({
      payoutNo: String(row.id),
      amountFen: row.amount_fen,
      reason: row.reason,
      payee: { name: row.payee.name, bank: row.payee.bank, accountMasked: maskMiddle(row.payee.account, 4) },
      proposedBy: person(row.proposed_by),
      bankReference: row.bank_reference,
      paidBy: row.paid_by === null ? null : person(row.paid_by),
      state: row.withdrawn_at !== null ? 'withdrawn' : row.paid_at !== null ? 'paid' : 'proposed',
    })),
    vouchers: vouchers.map(({ fileId, fileName }) => ({ fileId, fileName })),
    events: events.map(({ kind, actor, note, at }) => ({
      what: HAPPENED[kind] ?? statusEntryOf(GROUP_STATUS_TABLE, kind as GroupRow['status'])?.label ?? kind,
      actor: names.get(actor) ?? (actor === contact.name ? `联系人 ${maskName(actor)}` : actor),
      note,
      at: formatDateTime(at),
    })),
  };
}

export function deskRow(deps: GroupDependencies, row: RosterLine): DeskRosterRowValue {
  const details = row.details_sealed && groupPersonDetails(deps, { details_sealed: row.details_sealed });
  return {
    line: row.line,
    nameMasked: details ? maskName(details.name) : (row.name_masked ?? ''),
    idNumberMasked: details ? maskMiddle(details.idNumber) : (row.id_masked ?? ''),
    problem: row.problem,
    fix: row.fix,
    standing: row.status === null ? null : groupPersonLabel(row.status as GroupPersonStatus),
    personNo: row.id !== null && row.status === 'insured' ? deps.numbers.groupPersonNo(row.id) : null,
  };
}

/** What the log calls a company: its number, and its name as everybody sees it. */
export const subjectOf = (deps: GroupDependencies, group: GroupRow): string =>
  `${deps.numbers.groupNo(group.id)} ${groupDetails(deps, group).companyName}`;
