import type { Calls, OwnComplaintValue } from '@huimin/contract';
import {
  COMPLAINT_CATEGORIES,
  COMPLAINT_STATUS_TABLE,
  COMPLAINT_WORKING_DAYS,
  type ComplaintEvent,
  complaintFindingLabel,
  complaintStatusLabel,
  isOpenComplaint,
} from '@huimin/domain/complaint';
import { beijingDateTime, deadlineAfter, deadlineAt, formatDeadline } from '@huimin/domain/date';
import { nextStatus, statusEntryOf } from '@huimin/domain/status';
import type { RateRule } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import { fail, type Handler, ok, type SessionUser } from '../../http/handler.ts';
import { offeredEntries } from '../configuration/index.ts';
import { personOfAccount } from '../insured/index.ts';
import { deleteFilesOf, FILES_GONE, filesOf, handOverFiles, withFiles } from '../uploads/index.ts';
import { categoryLabels } from './category-labels.ts';
import type { ComplaintDependencies } from './complaint-deps.ts';
import {
  addStep,
  COMPLAINT_SEAL,
  type ComplaintRow,
  insertComplaint,
  moveComplaint,
  orderOfAccount,
  ownComplaintByKey,
  ownComplaintRows,
  type StepKind,
  type StepRow,
  stepsOf,
  stepWords,
} from './complaint-store.ts';

const FILED: RateRule = { name: 'complaints', limit: 5, windowMs: 24 * 3_600_000 };
const NONE = '没有这件投诉，请返回后重新进入';

export function fileComplaint(deps: ComplaintDependencies): Handler<Calls['fileComplaint']> {
  return async ({ clientKey, category, words, orderNo, fileIds = [] }, { user }) => {
    const { query } = deps.database;
    const before = await ownComplaintByKey(query, user, clientKey);
    if (before) {
      // Its answer was lost, and pictures were added before it was sent again.
      const added = isOpenComplaint(before.status) ? fileIds : [];
      const given = await withFiles(deps, (inside) =>
        handOverFiles(deps, inside, { shard: user.shard, userId: user.id }, added, before.id),
      );
      return given === 'files-gone' ? fail('not-found', FILES_GONE) : ok(await shown(deps, user, before));
    }
    const owner = { shard: user.shard, user_id: user.id };
    const orderId = orderNo === undefined ? null : await orderOfAccount(query, owner, deps.numbers.orderId(orderNo));
    if (orderNo !== undefined && orderId === null) return fail('not-found', '没有找到这笔订单，请重新选，或者不选订单');
    if (!(await deps.limiter.allows(FILED, String(user.id)))) {
      return fail('too-many-requests', '今天已经提交了 5 件，请明天再来，或者打服务电话');
    }
    const nowMs = deps.clock.now();
    const id = deps.orderIds.next(user.shard);
    const person = await personOfAccount(query, user);
    const done = await withFiles(deps, async (inside) => {
      const stored = await insertComplaint(inside, {
        ...{ ...owner, id, client_key: clientKey, person_index: person, category, order_id: orderId },
        words_sealed: deps.vault.seal(COMPLAINT_SEAL, words.trim()),
        ...{ filed_at: nowMs, due_at: deadlineAfter(nowMs, COMPLAINT_WORKING_DAYS).byMs },
      });
      if (!stored) return;
      await addStep(deps, inside, { shard: user.shard, id }, 'filed');
      await handOverFiles(deps, inside, { shard: user.shard, userId: user.id }, fileIds, id);
    });
    if (done === 'files-gone') return fail('not-found', FILES_GONE);
    const row = await ownComplaintByKey(query, user, clientKey);
    return row ? ok(await shown(deps, user, row)) : fail('server-busy');
  };
}

export function listOwnComplaints(deps: ComplaintDependencies): Handler<Calls['listOwnComplaints']> {
  return async (_input, { user }) =>
    ok({
      complaints: await ownComplaints(deps, user),
      categories: await offeredEntries(deps.database.query, 'complaint_category', COMPLAINT_CATEGORIES),
    });
}

export function reopenComplaint(deps: ComplaintDependencies): Handler<Calls['reopenComplaint']> {
  return async ({ complaintNo, words }, { user }) => {
    const nowMs = deps.clock.now();
    const row = await moveOwn(deps, user, complaintNo, 'Reopened', {
      words: words.trim(),
      only: 'c.reopened_at is null',
      set: {
        ...{ reopened_at: new Date(nowMs), due_at: new Date(deadlineAfter(nowMs, COMPLAINT_WORKING_DAYS).byMs) },
        ...{ answered_at: null, answered_by: null, closed_at: null, finding: null },
      },
    });
    return row ? ok(await shown(deps, user, row)) : fail('not-found', '没有可以重新提出的投诉；每件可以重新提出一次');
  };
}

export function withdrawComplaint(deps: ComplaintDependencies): Handler<Calls['withdrawComplaint']> {
  return async ({ complaintNo }, { user }) => {
    const row = await moveOwn(deps, user, complaintNo, 'Withdrawn', {
      set: { closed_at: new Date(deps.clock.now()) },
      deletesFiles: true,
    });
    return row ? ok(await shown(deps, user, row)) : fail('not-found', `${NONE}；已经答复的不用撤回`);
  };
}

const OWN_STEPS = { Reopened: 'reopened', Withdrawn: 'withdrawn' } as const satisfies Partial<
  Record<ComplaintEvent, StepKind>
>;

interface OwnMove {
  readonly words?: string;
  readonly only?: string;
  readonly set: Readonly<Record<string, unknown>>;
  readonly deletesFiles?: true;
}

/** What a resident does with a complaint of their own; null where it is not theirs or that cannot happen to it. */
async function moveOwn(
  deps: Core,
  user: SessionUser,
  complaintNo: string,
  event: keyof typeof OWN_STEPS,
  { words, deletesFiles, ...move }: OwnMove,
): Promise<ComplaintRow | null> {
  const id = deps.numbers.complaintId(complaintNo);
  if (id === null) return null;
  return deps.database.transaction(async (query) => {
    const [own] = await query(`select 1 as own from complaints where shard = $1 and id = $2 and user_id = $3`, [
      user.shard,
      id,
      user.id,
    ]);
    if (!own) return null;
    const row = await moveComplaint(query, { shard: user.shard, id }, { event, nowMs: deps.clock.now(), ...move });
    if (row === null) return null;
    await addStep(deps, query, row, OWN_STEPS[event], words === undefined ? {} : { words });
    if (deletesFiles) await deleteFilesOf(query, row.shard, row.id);
    return row;
  });
}

/** One's own complaints as one sees them, the latest first. */
export async function ownComplaints(core: Core, user: SessionUser, most?: number): Promise<OwnComplaintValue[]> {
  return shownAll(core, user, await ownComplaintRows(core.database.query, user, most));
}

async function shown(core: Core, user: SessionUser, row: ComplaintRow): Promise<OwnComplaintValue> {
  const [one] = await shownAll(core, user, [row]);
  if (!one) throw new Error('a complaint is shown as nothing');
  return one;
}

/** What residents see of what happened; what the desk writes for itself is not in it. */
const OWN_LABELS: Readonly<Partial<Record<StepKind, string>>> = {
  filed: '收到投诉',
  accepted: '已受理',
  extended: '答复期限延长',
  declined: '不予受理',
  answered: '答复',
  'sent-back': '合规要求重新答复',
  closed: '办结',
  reopened: '您重新提出',
  withdrawn: '您已撤回',
};

async function shownAll(core: Core, user: SessionUser, rows: readonly ComplaintRow[]): Promise<OwnComplaintValue[]> {
  const ids = rows.map(({ id }) => id);
  const [labels, steps, files] = await Promise.all([
    categoryLabels(core.database.query),
    stepsOf(core.database.query, user.shard, ids),
    filesOf(core, user.shard, ids),
  ]);
  return rows.map((row) => ({
    complaintNo: core.numbers.complaintNo(row.id),
    category: row.category,
    categoryLabel: labels(row.category),
    words: core.vault.open(COMPLAINT_SEAL, row.words_sealed),
    orderNo: row.order_id === null ? null : core.numbers.orderNo(row.order_id),
    files: files.get(row.id)?.length ?? 0,
    status: row.status,
    statusLabel: complaintStatusLabel(row.status),
    tone: statusEntryOf(COMPLAINT_STATUS_TABLE, row.status)?.tone ?? 'neutral',
    filedAt: beijingDateTime(row.filed_at),
    dueAt: isOpenComplaint(row.status) ? formatDeadline(deadlineAt(row.due_at)) : null,
    canReopen: row.reopened_at === null && nextStatus(COMPLAINT_STATUS_TABLE, row.status, 'Reopened') !== null,
    canWithdraw: nextStatus(COMPLAINT_STATUS_TABLE, row.status, 'Withdrawn') !== null,
    steps: (steps.get(row.id) ?? []).flatMap((step) => ownStep(core, step, row)),
  }));
}

/** Words of compliance to the desk, and what was talked about, are not the resident's to read here. */
const UNSAID: readonly StepKind[] = ['sent-back', 'closed'];

function ownStep(core: Core, step: StepRow, row: ComplaintRow): OwnComplaintValue['steps'] {
  const label = step.kind === 'filed' && step.staff_id !== null ? '客服电话登记' : OWN_LABELS[step.kind];
  if (label === undefined) return [];
  const found = step.kind === 'closed' && row.finding !== null ? `，${complaintFindingLabel(row.finding)}` : '';
  return [
    {
      at: beijingDateTime(step.at),
      label: `${label}${found}`,
      words: UNSAID.includes(step.kind) ? null : stepWords(core, step),
    },
  ];
}
