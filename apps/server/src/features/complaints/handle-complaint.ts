import type { ComplaintViewValue, ConsoleCalls } from '@huimin/contract/console';
import { type ComplaintEvent, complaintFindingLabel } from '@huimin/domain/complaint';
import { deadlineAfter, spokenDay } from '@huimin/domain/date';
import type { Query } from '../../db/database.ts';
import { fail, ok, type Reply } from '../../http/handler.ts';
import { accountsByIds, noteNotice } from '../account/index.ts';
import type { ConsoleHandler, ConsoleRequest } from '../staff/index.ts';
import { keepFilesUntil } from '../uploads/index.ts';
import type { ComplaintDeskDependencies } from './complaint-deps.ts';
import { type ListedRow, seenComplaint } from './complaint-lines.ts';
import {
  addStep,
  type ComplaintRow,
  moveComplaint,
  orderOfAccount,
  STEP_SEAL,
  type StepKind,
} from './complaint-store.ts';
import { complaintView, NO_COMPLAINT, subjectOf } from './show-complaint.ts';

/** What came with a complaint is kept for as long as its papers are, then it goes by itself. */
const FILES_KEPT_MS = 3 * 366 * 24 * 3_600_000;
/** What is sent to the resident: who has an account reads there, who has none is rung. */
interface Notice {
  readonly inApp: string;
  /** Stands behind the complaint's number. */
  readonly byPhone: string;
}
const ACCEPTED = (): Notice => ({ inApp: '您的投诉已受理，进入个人中心的投诉查看', byPhone: '已受理' });
const ANSWERED = (): Notice => ({
  ...{ inApp: '您的投诉有了答复，进入个人中心的投诉查看', byPhone: '已答复，客服会打电话说明' },
});
const MOVED = '这件投诉已经到了别的一步，请看最新状态';

export function acceptComplaint(deps: ComplaintDeskDependencies): ConsoleHandler<ConsoleCalls['acceptComplaint']> {
  return ({ complaintNo }, request) =>
    moved(deps, request, complaintNo, {
      ...{ event: 'Accepted', step: 'accepted', detail: '受理', notice: ACCEPTED },
    });
}

export function declineComplaint(deps: ComplaintDeskDependencies): ConsoleHandler<ConsoleCalls['declineComplaint']> {
  return ({ complaintNo, answer }, request) =>
    moved(deps, request, complaintNo, {
      ...{ event: 'Declined', step: 'declined', detail: '不予受理', words: answer, ends: true },
      notice: ANSWERED,
      set: (now) => ({ closed_at: now }),
    });
}

export function answerComplaint(deps: ComplaintDeskDependencies): ConsoleHandler<ConsoleCalls['answerComplaint']> {
  return ({ complaintNo, answer }, request) =>
    moved(deps, request, complaintNo, {
      ...{ event: 'Answered', step: 'answered', detail: '答复本人', words: answer },
      notice: ANSWERED,
      set: (now) => ({ answered_at: now, answered_by: request.member.id }),
    });
}

export function sendBackComplaint(deps: ComplaintDeskDependencies): ConsoleHandler<ConsoleCalls['sendBackComplaint']> {
  return ({ complaintNo, words }, request) =>
    moved(deps, request, complaintNo, {
      ...{ event: 'SentBack', step: 'sent-back', detail: '退回重新答复', words },
      set: () => ({ answered_at: null, answered_by: null }),
    });
}

/** Once, before the deadline is over, by compliance: never by who handles it. */
export function extendComplaint(deps: ComplaintDeskDependencies): ConsoleHandler<ConsoleCalls['extendComplaint']> {
  return ({ complaintNo, workingDays, words }, request) =>
    moved(deps, request, complaintNo, {
      ...{ event: 'Extended', step: 'extended', detail: `延长 ${workingDays} 个工作日`, words },
      notice: (row) => ({
        inApp: `投诉答复延到${spokenDay(extendedTo(row, workingDays))}，进入个人中心的投诉查看`,
        byPhone: `的答复延到${spokenDay(extendedTo(row, workingDays))}`,
      }),
      set: (now, row) => ({ extended_at: now, due_at: new Date(extendedTo(row, workingDays)) }),
      only: 'c.extended_at is null and c.due_at > $6',
      problem: (row) => (row.extended_at === null ? null : '已经延长过一次，不能再延'),
    });
}

const extendedTo = (row: ComplaintRow, workingDays: number): number => deadlineAfter(row.due_at, workingDays).byMs;

export function closeComplaint(deps: ComplaintDeskDependencies): ConsoleHandler<ConsoleCalls['closeComplaint']> {
  return ({ complaintNo, finding, words }, request) =>
    moved(deps, request, complaintNo, {
      ...{ event: 'Closed', step: 'closed', detail: `办结，${complaintFindingLabel(finding)}`, words, ends: true },
      set: (now) => ({ closed_at: now, finding }),
      problem: (row) => (row.answered_by === request.member.id ? '谁答复的谁不能办结，请另一个人来' : null),
    });
}

export function noteComplaintContact(
  deps: ComplaintDeskDependencies,
): ConsoleHandler<ConsoleCalls['noteComplaintContact']> {
  return async ({ complaintNo, words }, request) => {
    const row = await seenComplaint(deps, request.member.scope, complaintNo);
    if (row === null) return fail('not-found', NO_COMPLAINT);
    if (row.status === 'withdrawn') return fail('staff-rule', '本人已经撤回，不再联系');
    await deps.database.transaction(async (query) => {
      const isAgain = await isJustNoted(deps, query, row, request.member.id, words.trim());
      if (!isAgain) await addStep(deps, query, row, 'contact', { staffId: request.member.id, words: words.trim() });
      const detail = isAgain ? '又发来一次联系，已记过' : '记一次联系';
      await request.note({ subject: complaintNo, person: row.person_index, detail }, query);
    });
    return after(deps, request, complaintNo);
  };
}

const AGAIN_MS = 10 * 60_000;

/** Whether the same one wrote down the same a moment ago: its answer was lost, and it was sent once more. */
async function isJustNoted(
  { vault, clock }: ComplaintDeskDependencies,
  query: Query,
  { shard, id }: Pick<ComplaintRow, 'shard' | 'id'>,
  staffId: number,
  words: string,
): Promise<boolean> {
  // Held: two at one moment would both find none.
  await query('select 1 from complaints where shard = $1 and id = $2 for update', [shard, id]);
  const rows = await query<{ words: Buffer }>(
    `select words_sealed as words from complaint_steps
     where shard = $1 and complaint_id = $2 and kind = 'contact' and staff_id = $3 and at > $4`,
    [shard, id, staffId, new Date(clock.now() - AGAIN_MS)],
  );
  return rows.some((row) => vault.open(STEP_SEAL, row.words) === words);
}

export function linkComplaintOrder(
  deps: ComplaintDeskDependencies,
): ConsoleHandler<ConsoleCalls['linkComplaintOrder']> {
  return async ({ complaintNo, orderNo }, request) => {
    const row = await seenComplaint(deps, request.member.scope, complaintNo);
    if (row === null) return fail('not-found', NO_COMPLAINT);
    if (row.order_id !== null) return fail('staff-rule', '已经关联了订单，不能再换');
    const { shard, user_id } = row;
    if (user_id === null) return fail('staff-rule', '本人没有账户，订单要在登记的时候选');
    const orderId = await orderOfAccount(deps.database.query, { shard, user_id }, deps.numbers.orderId(orderNo));
    if (orderId === null) return fail('staff-rule', '这个账户没有这笔订单，请核对订单号');
    const done = await deps.database.transaction(async (query) => {
      const linked = await query(
        `update complaints set order_id = $3, evidence_look_at = $4,
           evidence = case when status in ('closed', 'declined', 'withdrawn') then 'none' else 'wanted' end
         where shard = $1 and id = $2 and order_id is null and status <> 'withdrawn' returning 1 as linked`,
        [row.shard, row.id, orderId, new Date(deps.clock.now())],
      );
      if (linked.length === 0) return false;
      await addStep(deps, query, row, 'linked', { staffId: request.member.id, words: orderNo });
      await request.note({ subject: complaintNo, person: row.person_index, detail: `关联订单 ${orderNo}` }, query);
      return true;
    });
    if (!done) return fail('staff-rule', MOVED);
    return after(deps, request, complaintNo);
  };
}

interface DeskMove {
  readonly event: ComplaintEvent;
  readonly step: StepKind;
  /** For the audit log; nothing of what was written. */
  readonly detail: string;
  readonly words?: string;
  readonly notice?: (row: ComplaintRow) => Notice;
  readonly ends?: true;
  readonly set?: (now: Date, row: ComplaintRow) => Readonly<Record<string, unknown>>;
  /** As in `moveComplaint`. */
  readonly only?: string;
  /** Why who asks may not, as a sentence. */
  readonly problem?: (row: ComplaintRow) => string | null;
}

/** Status, step, the resident's message and the audit log's entry in one transaction. */
async function moved(
  deps: ComplaintDeskDependencies,
  request: ConsoleRequest,
  complaintNo: string,
  move: DeskMove,
): Promise<Reply<ComplaintViewValue>> {
  const row = await seenComplaint(deps, request.member.scope, complaintNo);
  if (row === null) return fail('not-found', NO_COMPLAINT);
  const problem = move.problem?.(row) ?? null;
  if (problem !== null) return fail('staff-rule', problem);
  const nowMs = deps.clock.now();
  const done = await deps.database.transaction(async (query) => {
    const set = move.set?.(new Date(nowMs), row) ?? {};
    const only = move.only === undefined ? {} : { only: move.only };
    const next = await moveComplaint(query, row, { event: move.event, nowMs, set, ...only });
    if (next === null) return false;
    const words = move.words?.trim();
    const said = words === undefined ? {} : { words };
    await addStep(deps, query, row, move.step, { staffId: request.member.id, ...said });
    if (move.ends) await keepFilesUntil(query, row.shard, row.id, nowMs + FILES_KEPT_MS);
    if (move.notice !== undefined) await tell(deps, query, row, move.notice(row));
    await request.note({ subject: subjectOf(deps, row), person: row.person_index, detail: move.detail }, query);
    return true;
  });
  if (!done) return fail('staff-rule', MOVED);
  return after(deps, request, complaintNo);
}

async function tell(
  deps: ComplaintDeskDependencies,
  query: Query,
  row: ListedRow,
  { inApp, byPhone }: Notice,
): Promise<void> {
  const { shard, user_id: accountId } = row;
  const [user] = accountId === null ? [] : await accountsByIds(query, [accountId]);
  const sealed = row.phone_sealed ?? user?.phoneSealed;
  if (sealed === undefined) return;
  const about = subjectOf(deps, row);
  const event = user ? inApp : `投诉${about}${byPhone}`;
  const place = accountId === null ? {} : { accountId, about };
  await noteNotice(deps, query, shard, deps.vault.open('phone', sealed), event, place);
}

async function after(
  deps: ComplaintDeskDependencies,
  { member }: ConsoleRequest,
  complaintNo: string,
): Promise<Reply<ComplaintViewValue>> {
  const row = await seenComplaint(deps, member.scope, complaintNo);
  return row === null ? fail('not-found', NO_COMPLAINT) : ok(await complaintView(deps, member, row));
}
