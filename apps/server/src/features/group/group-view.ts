import type { Calls, GroupDetailValue, OutputOf } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { billBalance, depositLeftFen, GROUP_STEPS, groupPersonLabel, groupStatusLabel } from '@huimin/domain/group';
import { maskMiddle, maskName } from '@huimin/domain/person';
import { isOnSale, planOf } from '@huimin/domain/product';
import { regionDisplayText } from '@huimin/domain/region';
import { filesOf } from '../uploads/index.ts';
import { type BillRow, depositOf, newestBill } from './bill-store.ts';
import type { GroupDependencies } from './group-deps.ts';
import { eventsOfGroup, type GroupRow, groupDetails } from './group-store.ts';
import { standingPeople } from './left-out.ts';
import { countPeople, groupPersonDetails, type PersonRow } from './people-store.ts';
import { whyNotRemovable } from './remove-people.ts';
import { fileName, newestFile, problemsOfGroup } from './roster-store.ts';

const PROBLEMS_SHOWN = 50;

type Summary = OutputOf<Calls['listGroups']>['groups'][number];

export function groupSummary(deps: GroupDependencies, group: GroupRow): Summary {
  return {
    groupNo: deps.numbers.groupNo(group.id),
    companyName: groupDetails(deps, group).companyName,
    productName: deps.editions.edition(group.edition_code)?.document.proName ?? '',
    headCount: group.head_count,
    status: group.status,
    statusLabel: groupStatusLabel(group.status),
    createdAt: formatDateTime(group.created_at),
  };
}

/** Everything a contact person sees, and an operator with it. */
export async function groupDetail(deps: GroupDependencies, group: GroupRow): Promise<GroupDetailValue> {
  const { query } = deps.database;
  const nowMs = deps.clock.now();
  const edition = deps.editions.edition(group.edition_code);
  const [file, counts, problems, bill, deposit, events] = await Promise.all([
    newestFile(query, group),
    countPeople(query, group),
    problemsOfGroup(query, group, PROBLEMS_SHOWN),
    newestBill(query, group),
    depositOf(query, group),
    eventsOfGroup(query, group),
  ]);
  const leftFen = depositLeftFen(deposit);
  const isSelling = edition !== null && isOnSale(edition.document, nowMs);
  const isCollecting = group.status === 'collecting' && isSelling;
  return {
    ...groupSummary(deps, group),
    editionCode: group.edition_code,
    creditCodeMasked: maskMiddle(groupDetails(deps, group).creditCode, 4),
    regionText: regionDisplayText(group.region_code) ?? '',
    unitFen: (edition && planOf(edition.document, group.plan_code)?.premiumFen) ?? 0,
    rosterUntil: group.roster_until,
    file: file && {
      fileName: fileName(deps, file),
      state: file.state === 'waiting' && file.rows_read > 0 ? 'reading' : file.state,
      problem: file.problem,
      rowsRead: file.rows_read,
      rowsGood: file.rows_good,
      rowsBad: file.rows_bad,
      givenAt: formatDateTime(file.given_at),
    },
    counts,
    standing: await standingPeople(query, group, edition),
    problems: problems.map((row) => ({
      line: row.line,
      nameMasked: row.name_masked,
      idNumberMasked: row.id_masked,
      problem: row.problem,
      fix: row.fix,
    })),
    bill: bill && (await billView(deps, group, bill, leftFen)),
    money: {
      receivedFen: deposit.receivedFen,
      usedFen: deposit.usedFen,
      returnedFen: deposit.returnedFen,
      leftFen,
    },
    steps: GROUP_STEPS.map((status) => {
      // The newest time counts: a group collects anew for those who join later.
      const reached = events.filter(({ kind }) => kind === status).at(-1);
      return { status, label: groupStatusLabel(status), at: reached ? formatDateTime(reached.at) : null };
    }),
    manager: group.manager,
    tel: edition?.document.tel ?? '',
    givesWay: (group.status === 'paid' || group.status === 'issuing') && (await deps.residentsWait()),
    can: {
      upload: isCollecting,
      remind: isCollecting && counts.waiting > 0,
      pay: bill?.state === 'open',
      remove: counts.insured > 0 && whyNotRemovable(deps, group, nowMs) === null,
      close: mayClose(group, deposit.receivedFen),
    },
    invoice: group.invoice && { ...group.invoice, title: groupDetails(deps, group).invoiceTitle },
  };
}

/** Nothing was paid in, or all of it went back. */
export function mayClose(group: GroupRow, moneyFen: number): boolean {
  return moneyFen === 0 && ['submitted', 'contacted', 'collecting', 'awaiting-payment'].includes(group.status);
}

async function billView(
  deps: GroupDependencies,
  group: GroupRow,
  bill: BillRow,
  leftFen: number,
): Promise<NonNullable<GroupDetailValue['bill']>> {
  const vouchers =
    bill.voucher_shard === null ? [] : ((await filesOf(deps, bill.voucher_shard, [bill.id])).get(bill.id) ?? []);
  const payee = deps.editions.edition(group.edition_code)?.document.groupSale?.payee;
  return {
    reference: bill.reference,
    people: bill.people,
    unitFen: bill.unit_fen,
    amountFen: bill.amount_fen,
    state: bill.state === 'withdrawn' ? 'done' : bill.state,
    dueOn: bill.due_on,
    payee: payee ?? { name: '', bank: '', account: '' },
    shortFen: bill.state === 'open' ? billBalance(bill.amount_fen, leftFen).shortFen : 0,
    vouchers: vouchers.length,
  };
}

export function personView(deps: GroupDependencies, row: PersonRow): OutputOf<Calls['groupPeople']>['people'][number] {
  const details = groupPersonDetails(deps, row);
  return {
    personNo: deps.numbers.groupPersonNo(row.id),
    line: row.line,
    nameMasked: maskName(details.name),
    idNumberMasked: maskMiddle(details.idNumber),
    status: row.status,
    statusLabel: groupPersonLabel(row.status),
    note: row.note,
  };
}
