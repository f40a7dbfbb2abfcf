import { addDays, beijingDate, formatDotDate, parseDate } from '@huimin/domain/date';
import { depositLeftFen } from '@huimin/domain/group';
import { formatYuan } from '@huimin/domain/money';
import { isOnSale, whyStandsStill } from '@huimin/domain/product';
import type { Query } from '../../db/database.ts';
import {
  askOutdatedAgain,
  type BillRow,
  billPeople,
  depositOf,
  insertBill,
  moveBill,
  newestBill,
  receivedAfter,
} from './bill-store.ts';
import type { GroupDependencies } from './group-deps.ts';
import { type GroupRow, lockGroup, moveGroup, noteGroup } from './group-store.ts';
import { leaveOut, standingPeople } from './left-out.ts';
import { countPeople, type PersonCounts } from './people-store.ts';
import { planOfGroup } from './plan-of-group.ts';
import { newestFile } from './roster-store.ts';

/** What came of an operator's decision; `not-so` says in Chinese why it was not done. */
export type Done<T = object> =
  | ({ readonly kind: 'done' } & T)
  | { readonly kind: 'not-so'; readonly why: string }
  | { readonly kind: 'absent' };

export const notSo = (why: string): { readonly kind: 'not-so'; readonly why: string } => ({ kind: 'not-so', why });
export const ABSENT = { kind: 'absent' } as const;

/**
 * Bills everybody who has agreed, without those in whose city the sale stands still, and no one else; the amount is reckoned
 * here.
 */
export function makeBill(
  deps: GroupDependencies,
  groupId: bigint,
  by: string,
): Promise<
  Done<{ readonly people: number; readonly amountFen: number; readonly askedAgain: number; readonly leftOut: number }>
> {
  return deps.database.transaction(async (query) => {
    const group = await lockGroup(query, groupId);
    if (!group) return ABSENT;
    const nowMs = deps.clock.now();
    const edition = deps.editions.edition(group.edition_code);
    const sale = edition?.document.groupSale;
    if (!edition || !sale) return notSo('这个产品不办团体参保');
    if (!isOnSale(edition.document, nowMs)) return notSo('现在不在参保期内，不能出账单');
    if (group.status !== 'collecting') return notSo('名单收集中才能出账单');
    if ((await newestFile(query, group))?.state === 'waiting') return notSo('名单还在读取，请稍后再出账单');
    const unitFen = planOfGroup(deps, group)?.premiumFen;
    if (unitFen === undefined) return notSo('没有这个方案');
    const tooFew = whyTooFew(await countPeople(query, group), sale);
    if (tooFew !== null) return notSo(tooFew);
    // After what will be true when the sale goes on.
    const stopped = whyStandsStill(edition.pauses);
    if (stopped !== null) return notSo(stopped);
    const required = [...edition.documents.values()].filter(({ required }) => required);
    const asked = required.map(({ key, version }) => ({ key, version }));
    const askedAgain = await askOutdatedAgain(query, group, asked, nowMs);
    const counts = await countPeople(query, group);
    const fewer = whyTooFew(counts, sale);
    if (fewer !== null) return notSo(fewer);
    const leftOut = await leaveOut(query, group, edition.pauses, nowMs);
    // They are kept in mind as those of a bill are: they can be billed when their city goes on.
    if (leftOut === counts.confirmed) {
      return notSo((await standingPeople(query, group, edition)).map(({ text }) => text).join('；'));
    }
    const id = deps.orderIds.next(group.shard);
    const people = await billPeople(query, group, id);
    const reference = newReference(deps);
    const dueOn = dueDay(edition.document.insureEnd, sale.payDays, nowMs);
    await insertBill(query, group, { id, people, unitFen, by, nowMs, reference, dueOn });
    const news = `账单${formatYuan(people * unitFen)}元，${formatDotDate(dueOn)}前转账，附言见进度`;
    await moveGroup(deps, query, group, {
      event: 'Billed',
      actor: by,
      note: `${people} 人，附言 ${reference}`,
      news,
      nowMs,
    });
    if (leftOut > 0) {
      const word = { note: `${leftOut} 人`, news: `另有 ${leftOut} 人所在城市暂停参保，先不收费，恢复后通知您` };
      await noteGroup(deps, query, group, { kind: 'left-out', actor: '系统', ...word, nowMs });
    }
    await payIfCovered(deps, query, group.id, nowMs);
    return { kind: 'done', people, amountFen: people * unitFen, askedAgain, leftOut };
  });
}

function whyTooFew(
  { confirmed, insured }: Pick<PersonCounts, 'confirmed' | 'insured'>,
  { fewestPeople }: { readonly fewestPeople: number },
): string | null {
  if (confirmed === 0) return '还没有人确认，不能出账单';
  if (confirmed + insured >= fewestPeople) return null;
  return `团体参保 ${fewestPeople} 人起，现在确认了 ${confirmed} 人`;
}

/** Ten characters that a person can write into a transfer and another can read. */
function newReference({ random }: Pick<GroupDependencies, 'random'>): string {
  return `TD${Array.from({ length: 8 }, () => random.below(10)).join('')}`;
}

/** So many days from now, and never after the sale. */
function dueDay(insureEnd: string, payDays: number, nowMs: number): string {
  const due = addDays(beijingDate(nowMs), payDays);
  const last = beijingDate(parseDate(insureEnd) ?? nowMs);
  return due < last ? due : last;
}

/** Takes an open bill back; its people can be billed anew. */
export function withdrawBill(deps: GroupDependencies, groupId: bigint, by: string, note: string): Promise<Done> {
  return deps.database.transaction(async (query) => {
    const group = await lockGroup(query, groupId);
    const bill = group && (await newestBill(query, group));
    if (!group || !bill) return ABSENT;
    const nowMs = deps.clock.now();
    if (bill.state === 'paid') return stopBill(deps, query, { group, bill }, { by, note, nowMs });
    if (!(await moveBill(query, bill, { from: 'open', to: 'withdrawn', nowMs }))) return notSo('账单已经付款或撤回');
    await unbill(query, bill);
    const news = `账单 ${bill.reference} 已撤回，请不要转账`;
    await moveGroup(deps, query, group, { event: 'BillWithdrawn', actor: by, note, news, nowMs });
    return { kind: 'done' };
  });
}

/**
 * Ends a paid bill by whose price nobody can be insured any more, since the product's has changed: who has no order yet can
 * be billed anew, their money lies in the deposit, and the bill is done with those who are insured.
 */
async function stopBill(
  deps: GroupDependencies,
  query: Query,
  { group, bill }: { readonly group: GroupRow; readonly bill: BillRow },
  { by, note, nowMs }: { readonly by: string; readonly note: string; readonly nowMs: number },
): Promise<Done> {
  if (planOfGroup(deps, group)?.premiumFen === bill.unit_fen) return notSo('账单已经付款或撤回');
  const people = await unbill(query, bill);
  if (people === 0) return notSo('这张账单的人都在参保，没有停着的');
  const news = `账单${bill.reference}有${people}人因改价没参保，钱可退可抵`;
  await noteGroup(deps, query, group, { kind: 'bill-stopped', actor: by, note, news, nowMs });
  return { kind: 'done' };
}

/** The people of a bill that is taken back; answers how many. */
export async function unbill(query: Query, bill: BillRow): Promise<number> {
  const rows = await query(
    `update group_people set status = 'confirmed', bill_id = null, next_try_at = null
     where shard = $1 and bill_id = $2 and status = 'billed' and order_id is null returning 1 as unbilled`,
    [bill.shard, bill.id],
  );
  return rows.length;
}

/**
 * The open bill of a held group is paid as soon as the company's money is enough for it; what is over stays in the deposit
 * and can be paid back, what is short is waited for. Money that came after the bill's last day does not pay it.
 */
export async function payIfCovered(
  deps: GroupDependencies,
  query: Query,
  groupId: bigint,
  nowMs: number,
): Promise<GroupRow | null> {
  const group = await lockGroup(query, groupId);
  const bill = group && (await newestBill(query, group));
  if (!group || bill?.state !== 'open') return null;
  const deposit = await depositOf(query, group);
  const inTime = depositLeftFen(deposit) - deposit.proposedFen - (await receivedAfter(query, group, bill.due_on));
  if (inTime < bill.amount_fen) return null;
  if (!(await moveBill(query, bill, { from: 'open', to: 'paid', nowMs }))) return null;
  const news = '款已到账，正在出保单';
  return moveGroup(deps, query, group, { event: 'Paid', actor: '系统', note: bill.reference, news, nowMs });
}
