import { addDays, beijingDate, formatDotDate } from '@huimin/domain/date';
import { checkPhone, maskMiddle, maskName, maskPhone } from '@huimin/domain/person';
import { isOnSale } from '@huimin/domain/product';
import type { FileReply, Reply } from '../../http/handler.ts';
import { fail, ok } from '../../http/handler.ts';
import { fileOfSubject, filesOf } from '../uploads/index.ts';
import { billsOfGroup, depositOf, newestBill, payoutsOfGroup, receiptsOfGroup } from './bill-store.ts';
import { ABSENT, type Done, notSo } from './bills.ts';
import { type CompanyWish, checkedWish, keepGroup } from './company-order.ts';
import { closeUnpaid, remindPeople } from './contact-calls.ts';
import { PAYEE_SEAL, PAYER_SEAL, payableBack } from './deposits.ts';
import type { GroupDependencies } from './group-deps.ts';
import {
  changeGroup,
  eventsOfGroup,
  type GroupDetails,
  type GroupManager,
  type GroupRow,
  groupById,
  groupDetails,
  lockGroup,
  moveGroup,
  noteGroup,
  sealGroup,
} from './group-store.ts';
import { groupDetail } from './group-view.ts';

export async function groupOfNumber(deps: GroupDependencies, groupNo: string): Promise<GroupRow | null> {
  const id = deps.numbers.groupId(groupNo);
  return id === null ? null : groupById(deps.database.query, id);
}

/** A whole group with its money and its history. The contact is whole too: somebody calls them. */
export async function groupForOperator(deps: GroupDependencies, group: GroupRow) {
  const { query } = deps.database;
  const [receipts, payouts, bills] = await Promise.all([
    receiptsOfGroup(query, group),
    payoutsOfGroup(query, group),
    billsOfGroup(query, group),
  ]);
  const bill = await newestBill(query, group);
  const { contactName, phone, remark, invoiceTitle } = groupDetails(deps, group);
  const files =
    bill?.voucher_shard == null ? [] : ((await filesOf(deps, bill.voucher_shard, [bill.id])).get(bill.id) ?? []);
  return {
    ...(await groupDetail(deps, group)),
    contact: { name: contactName, phone },
    ...{ remark, invoiceTitle, agentCode: group.agent_code, vouchers: files },
    payableBackFen: await payableBack(query, group.id),
    receipts: receipts.map(({ payer_sealed: sealed, ...row }) => ({
      ...row,
      payer: maskedAccount(deps.vault.openJson<{ name: string; account: string }>(PAYER_SEAL, sealed)),
    })),
    payouts: payouts.map(({ payee_sealed: sealed, ...row }) => ({
      ...row,
      payee: deps.vault.openJson<{ name: string; bank: string; account: string }>(PAYEE_SEAL, sealed),
    })),
    bills: bills.map(({ voucher_shard: _, shard: _shard, ...row }) => row),
    events: await eventsOfGroup(query, group),
  };
}

function maskedAccount({ name, account }: { name: string; account: string }) {
  return { name, account: maskMiddle(account, 4) };
}

/** A company that an operator writes down after a call. */
export async function registerGroup(
  deps: GroupDependencies,
  wish: CompanyWish,
  by: string,
): Promise<Reply<{ groupNo: string; isKnown: boolean }>> {
  const edition = deps.editions.edition(wish.productId);
  if (!edition?.document.groupSale) return fail('not-found', '没有这个产品，或者它不办团体参保');
  const checked = checkedWish(edition, wish);
  if (!checked.ok) return checked;
  const { group, isKnown } = await keepGroup(deps, edition, wish, checked.value, by);
  return ok({ groupNo: deps.numbers.groupNo(group.id), isKnown });
}

/** Nobody writes down two talks in the same words in so short a time. */
const AGAIN_MS = 10 * 60_000;

/** Puts down that somebody talked to the company. */
export function contactGroup(deps: GroupDependencies, id: bigint, by: string, note: string): Promise<Done> {
  return withGroup(deps, id, async (query, group, nowMs) => {
    // Its answer was lost, and it was sent once more.
    const before = (await eventsOfGroup(query, group)).filter(({ at }) => at > nowMs - AGAIN_MS);
    if (before.some((one) => one.actor === by && one.note === note)) return { kind: 'done' };
    const moved = await moveGroup(deps, query, group, { event: 'Contacted', actor: by, note, nowMs });
    if (!moved) await noteGroup(deps, query, group, { kind: 'note', actor: by, note, nowMs });
    return { kind: 'done' };
  });
}

/** Asks for the list; again after the policies are out, for those who join later. */
export function openRoster(deps: GroupDependencies, id: bigint, by: string, until: string | null): Promise<Done> {
  return withGroup(deps, id, async (query, group, nowMs) => {
    const document = deps.editions.edition(group.edition_code)?.document;
    const sale = document?.groupSale;
    if (!sale || !isOnSale(document, nowMs)) return notSo('现在不在参保期内，不能收名单');
    const last = document.insureEnd.slice(0, 10);
    const day = until ?? addDays(beijingDate(nowMs), sale.rosterDays);
    const rosterUntil = day < last ? day : last;
    const news = `请在 ${formatDotDate(rosterUntil)} 前上传名单`;
    const moved = await moveGroup(deps, query, group, {
      event: 'RosterOpened',
      actor: by,
      note: rosterUntil,
      news,
      nowMs,
    });
    if (!moved && group.status !== 'collecting') return notSo('已联系的单位才能收名单，已完成的可以再收一次');
    await changeGroup(query, group, { rosterUntil });
    return { kind: 'done' };
  });
}

/**
 * Who looks after the group from now on.
 * @param shown the number of who did when that was decided; null: nobody, undefined: not told
 */
export function assignGroup(
  deps: GroupDependencies,
  id: bigint,
  by: string,
  manager: GroupManager,
  shown: string | null | undefined,
): Promise<Done> {
  return withGroup(deps, id, async (query, group, nowMs) => {
    const now = group.manager?.staffNo ?? null;
    if (now === manager.staffNo) return { kind: 'done' };
    if (shown !== undefined && shown !== now) {
      return notSo(`${group.manager?.name ?? '别人'}刚接手了这个单位。您还要跟进，请看过最新的再点`);
    }
    await changeGroup(query, group, { manager });
    await noteGroup(deps, query, group, {
      kind: 'assigned',
      actor: by,
      note: `${manager.name} ${manager.staffNo}`,
      nowMs,
    });
    return { kind: 'done' };
  });
}

interface MaskedContact {
  readonly contactMasked: string;
  readonly phoneMasked: string;
}

export function maskedContact({ contactName, phone }: Pick<GroupDetails, 'contactName' | 'phone'>): MaskedContact {
  return { contactMasked: maskName(contactName), phoneMasked: maskPhone(phone) };
}

/**
 * Another person speaks for the company: whoever logs in with that phone finds the group, the former one does not.
 * @param shown whom somebody had before them, masked, when they wrote down another one
 */
export function changeContact(
  deps: GroupDependencies,
  id: bigint,
  by: string,
  contact: { readonly name: string; readonly phone: string },
  shown: MaskedContact | undefined,
): Promise<Done> {
  return withGroup(deps, id, async (query, group, nowMs) => {
    const phone = checkPhone(contact.phone);
    if (!phone.ok) return notSo(phone.message);
    const before = groupDetails(deps, group);
    if (before.contactName === contact.name && before.phone === phone.normalized) return { kind: 'done' };
    const now = maskedContact(before);
    if (shown && (shown.contactMasked !== now.contactMasked || shown.phoneMasked !== now.phoneMasked)) {
      return notSo('联系人刚被别人换过，您填的没有存。请看过最新的再换');
    }
    const details = { ...before, contactName: contact.name, phone: phone.normalized };
    await changeGroup(query, group, {
      contact: { index: deps.index.phone(phone.normalized), detailsSealed: sealGroup(deps, details) },
    });
    await noteGroup(deps, query, group, { kind: 'contact-changed', actor: by, nowMs });
    return { kind: 'done' };
  });
}

export function noteInvoice(
  deps: GroupDependencies,
  id: bigint,
  by: string,
  invoice: { readonly number: string; readonly day: string },
): Promise<Done> {
  return withGroup(deps, id, async (query, group, nowMs) => {
    const { usedFen } = await depositOf(query, group);
    if (usedFen === 0) return notSo('还没有付款，不能开发票');
    if (group.invoice?.number === invoice.number && group.invoice.day === invoice.day) return { kind: 'done' };
    await changeGroup(query, group, { invoice });
    const news = `发票 ${invoice.number} 已开`;
    await noteGroup(deps, query, group, { kind: 'invoiced', actor: by, note: invoice.number, news, nowMs });
    return { kind: 'done' };
  });
}

export async function closeGroupForOperator(
  deps: GroupDependencies,
  id: bigint,
  by: string,
  note: string,
): Promise<Done> {
  const closed = await closeUnpaid(deps, id, by, note);
  return closed === 'closed' ? { kind: 'done' } : notSo('还有单位的款，或者保单已出，不能关闭');
}

export async function remindGroupForOperator(
  deps: GroupDependencies,
  group: GroupRow,
  by: string,
): Promise<Done<{ readonly people: number }>> {
  if (group.status !== 'collecting') return notSo('名单收集中才能催确认');
  return { kind: 'done', people: await remindPeople(deps, group, by) };
}

/** A file that shows the transfer of the newest bill. */
export async function voucherOfGroup(
  deps: GroupDependencies,
  group: GroupRow,
  fileId: string,
): Promise<FileReply | null> {
  const bill = await newestBill(deps.database.query, group);
  return bill?.voucher_shard == null ? null : fileOfSubject(deps, bill.voucher_shard, bill.id, fileId);
}

type Query = GroupDependencies['database']['query'];

function withGroup(
  deps: GroupDependencies,
  id: bigint,
  work: (query: Query, group: GroupRow, nowMs: number) => Promise<Done>,
): Promise<Done> {
  return deps.database.transaction(async (query) => {
    const group = await lockGroup(query, id);
    return group ? work(query, group, deps.clock.now()) : ABSENT;
  });
}
