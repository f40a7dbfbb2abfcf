import type { Calls, GroupDetailValue } from '@huimin/contract';
import { MAX_ROSTER_BYTES } from '@huimin/contract';
import { ROSTER_EXAMPLE, ROSTER_HEADINGS } from '@huimin/domain/group';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { type CallRequest, type FileReply, fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import { writeXlsx } from '../../sheets/index.ts';
import { FILES_GONE, handOverFiles, keepFilesUntil, withFiles } from '../uploads/index.ts';
import { depositOf, moveBill, newestBill, noteVoucher } from './bill-store.ts';
import { unbill } from './bills.ts';
import type { GroupDependencies } from './group-deps.ts';
import { groupReportFile, rosterProblemsFile } from './group-files.ts';
import {
  type GroupRow,
  groupDetails,
  groupOfContact,
  groupsOfContact,
  lockGroup,
  moveGroup,
  noteGroup,
} from './group-store.ts';
import { groupDetail, groupSummary, mayClose, personView } from './group-view.ts';
import { peopleOfGroup } from './people-store.ts';
import { removePeople as takeOut } from './remove-people.ts';
import { storeFile } from './roster-store.ts';

const NOT_FOUND = '没有找到这个团体，请返回列表重新进入';
/** Each list says who is covered already: enough for corrections, too little for trying numbers out. */
const UPLOAD_RULE: RateRule = { name: 'group-roster', limit: 20, windowMs: 24 * 3_600_000 };
const REMIND_AFTER_MS = 24 * 3_600_000;
const MOST_INVITES = 4;
const PEOPLE_PER_PAGE = 50;
/** As long as the cover that may come of it, and five years. */
const VOUCHER_KEPT_MS = 6 * 366 * 24 * 3_600_000;

async function own(deps: GroupDependencies, request: CallRequest, groupNo: string): Promise<GroupRow | null> {
  const id = deps.numbers.groupId(groupNo);
  return id === null ? null : groupOfContact(deps.database.query, request.user.phoneIndex, id);
}

async function shown(deps: GroupDependencies, request: CallRequest, groupNo: string): Promise<Reply<GroupDetailValue>> {
  const group = await own(deps, request, groupNo);
  return group ? ok(await groupDetail(deps, group)) : fail('not-found', NOT_FOUND);
}

export function listGroups(deps: GroupDependencies): Handler<Calls['listGroups']> {
  return async (_input, request) => {
    const rows = await groupsOfContact(deps.database.query, request.user.phoneIndex);
    return ok({ groups: rows.map((row) => groupSummary(deps, row)) });
  };
}

export function queryGroup(deps: GroupDependencies): Handler<Calls['queryGroup']> {
  return ({ groupNo }, request) => shown(deps, request, groupNo);
}

/** Ends a group for which nothing was paid. Safe to repeat. */
export function closeGroup(deps: GroupDependencies): Handler<Calls['closeGroup']> {
  return async ({ groupNo, reason }, request) => {
    const group = await own(deps, request, groupNo);
    if (!group) return fail('not-found', NOT_FOUND);
    const closed = await closeUnpaid(deps, group.id, groupDetails(deps, group).contactName, reason ?? '');
    return closed === 'late'
      ? fail('order-state', '已经有款到账，不能在这里关闭。请打客服电话')
      : shown(deps, request, groupNo);
  };
}

/** The same for a contact person and an operator. */
export function closeUnpaid(
  deps: GroupDependencies,
  groupId: bigint,
  actor: string,
  note: string,
): Promise<'closed' | 'late'> {
  return deps.database.transaction(async (query) => {
    const group = await lockGroup(query, groupId);
    if (group?.status === 'closed') return 'closed';
    if (!group) return 'late';
    const deposit = await depositOf(query, group);
    const nowMs = deps.clock.now();
    if (!mayClose(group, deposit.receivedFen - deposit.returnedFen + deposit.usedFen)) return 'late';
    const bill = await newestBill(query, group);
    if (bill?.state === 'open') {
      await moveBill(query, bill, { from: 'open', to: 'withdrawn', nowMs });
      await unbill(query, bill);
    }
    // Nobody's data is needed any more who was never insured.
    await query(`delete from group_people where shard = $1 and group_id = $2 and order_id is null`, [
      group.shard,
      group.id,
    ]);
    await query('delete from group_row_problems where shard = $1 and group_id = $2', [group.shard, group.id]);
    const moved = await moveGroup(deps, query, group, { event: 'Closed', actor, note, nowMs });
    return moved ? 'closed' : 'late';
  });
}

export function groupTemplate(deps: GroupDependencies): Handler<Calls['groupTemplate']> {
  return async ({ groupNo }, request) =>
    (await own(deps, request, groupNo)) ? ok(await templateFile()) : fail('not-found', NOT_FOUND);
}

/** The table to fill in; its columns are text, so that long numbers stay whole. */
export async function templateFile(): Promise<FileReply> {
  return {
    bytes: await writeXlsx({ headings: ROSTER_HEADINGS, rows: [ROSTER_EXAMPLE] }),
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    fileName: '团体参保名单模板.xlsx',
    disposition: 'attachment',
  };
}

export function uploadRoster(deps: GroupDependencies): Handler<Calls['uploadRoster']> {
  return async ({ groupNo, fileName, content }, request) => {
    const group = await own(deps, request, groupNo);
    if (!group) return fail('not-found', NOT_FOUND);
    const bytes = Buffer.from(content, 'base64');
    if (bytes.length > MAX_ROSTER_BYTES) return fail('file-refused', '文件超过 3 MB，请只留名单这一张表');
    if (!(await deps.limiter.allows(UPLOAD_RULE, String(group.id)))) {
      return fail('too-many-requests', '今天上传的次数太多，请明天再试');
    }
    const by = groupDetails(deps, group).contactName;
    const kept = await takeRoster(deps, group.id, { fileName, bytes, by });
    return kept ? shown(deps, request, groupNo) : fail('order-state', '名单收集中才能上传。请看最新进度');
  };
}

/** Keeps a list to be read; false where the group takes none now. */
export function takeRoster(
  deps: GroupDependencies,
  groupId: bigint,
  roster: { readonly fileName: string; readonly bytes: Buffer; readonly by: string },
): Promise<boolean> {
  return deps.database.transaction(async (query) => {
    const group = await lockGroup(query, groupId);
    if (group?.status !== 'collecting') return false;
    const nowMs = deps.clock.now();
    const name = (roster.fileName.split(/[\\/]/).at(-1) ?? '').replace(/[\p{Cc}"<>|:*?]/gu, '').slice(0, 60);
    const id = deps.orderIds.next(group.shard);
    await storeFile(deps, query, group, { id, name: name || '名单', bytes: roster.bytes, by: roster.by, nowMs });
    await noteGroup(deps, query, group, { kind: 'roster-given', actor: roster.by, note: name, nowMs });
    return true;
  });
}

export function rosterProblems(deps: GroupDependencies): Handler<Calls['rosterProblems']> {
  return async ({ groupNo }, request) => {
    const group = await own(deps, request, groupNo);
    return group ? ok(await rosterProblemsFile(deps, group)) : fail('not-found', NOT_FOUND);
  };
}

export function groupReport(deps: GroupDependencies): Handler<Calls['groupReport']> {
  return async ({ groupNo }, request) => {
    const group = await own(deps, request, groupNo);
    return group ? ok(await groupReportFile(deps, group)) : fail('not-found', NOT_FOUND);
  };
}

export function groupPeople(deps: GroupDependencies): Handler<Calls['groupPeople']> {
  return async ({ groupNo, status, cursor }, request) => {
    const group = await own(deps, request, groupNo);
    if (!group) return fail('not-found', NOT_FOUND);
    const afterId = cursor ? deps.numbers.groupPersonId(cursor) : null;
    if (cursor && afterId === null) return fail('bad-input', '翻页位置不对，请从第一页重新看');
    const page = { status: status ?? null, afterId, limit: PEOPLE_PER_PAGE + 1 };
    const rows = await peopleOfGroup(deps.database.query, group, page);
    const people = rows.slice(0, PEOPLE_PER_PAGE).map((row) => personView(deps, row));
    return ok({ people, nextCursor: rows.length > PEOPLE_PER_PAGE ? (people.at(-1)?.personNo ?? null) : null });
  };
}

export function remindGroup(deps: GroupDependencies): Handler<Calls['remindGroup']> {
  return async ({ groupNo }, request) => {
    const group = await own(deps, request, groupNo);
    if (!group) return fail('not-found', NOT_FOUND);
    if (group.status !== 'collecting') return fail('order-state', '名单收集中才能催确认');
    const people = await remindPeople(deps, group, groupDetails(deps, group).contactName);
    return ok({ people });
  };
}

/** Sends the message once more to those who have not answered and had none for a day. */
export async function remindPeople(deps: GroupDependencies, group: GroupRow, actor: string): Promise<number> {
  const nowMs = deps.clock.now();
  const { query } = deps.database;
  const rows = await query(
    `update group_people set invite_due_at = $3 where shard = $1 and group_id = $2 and status = 'waiting'
       and invite_due_at is null and (invited_at is null or invited_at <= $4) and invites < $5 returning 1 as due`,
    [group.shard, group.id, new Date(nowMs), new Date(nowMs - REMIND_AFTER_MS), MOST_INVITES],
  );
  if (rows.length > 0) {
    await noteGroup(deps, query, group, { kind: 'reminded', actor, note: `${rows.length} 人`, nowMs });
  }
  return rows.length;
}

export function removeGroupPeople(deps: GroupDependencies): Handler<Calls['removeGroupPeople']> {
  return async ({ groupNo, personNos }, request) => {
    const group = await own(deps, request, groupNo);
    if (!group) return fail('not-found', NOT_FOUND);
    const ids = personNos.flatMap((personNo) => deps.numbers.groupPersonId(personNo) ?? []);
    const done = await takeOut(deps, group, ids, groupDetails(deps, group).contactName);
    return done.kind === 'not-so' ? fail('order-state', done.why) : shown(deps, request, groupNo);
  };
}

/** The bank's receipt of a transfer; it speeds up finding the money and proves nothing by itself. */
export function giveGroupVoucher(deps: GroupDependencies): Handler<Calls['giveGroupVoucher']> {
  return async ({ groupNo, fileIds }, request) => {
    const group = await own(deps, request, groupNo);
    if (!group) return fail('not-found', NOT_FOUND);
    const given = await giveVoucher(deps, group, request, fileIds);
    if (given === 'no-bill') return fail('order-state', '现在没有待付款的账单');
    if (given === 'files-gone') return fail('not-found', FILES_GONE);
    return shown(deps, request, groupNo);
  };
}

function giveVoucher(
  deps: GroupDependencies,
  group: GroupRow,
  { user }: CallRequest,
  fileIds: readonly string[],
): Promise<'given' | 'no-bill' | 'files-gone'> {
  return withFiles(deps, async (query) => {
    await lockGroup(query, group.id);
    const bill = await newestBill(query, group);
    if (bill?.state !== 'open') return 'no-bill';
    const owner = { shard: user.shard, userId: user.id };
    await handOverFiles(deps, query, owner, fileIds, bill.id);
    const nowMs = deps.clock.now();
    await keepFilesUntil(query, user.shard, bill.id, nowMs + VOUCHER_KEPT_MS);
    await noteVoucher(query, bill, user.shard);
    const actor = groupDetails(deps, group).contactName;
    await noteGroup(deps, query, group, { kind: 'voucher-given', actor, note: `${fileIds.length} 份`, nowMs });
    return 'given';
  });
}
