import type { ComplaintViewValue, ConsoleCalls } from '@huimin/contract/console';
import { COMPLAINT_STATUS_TABLE, type ComplaintEvent } from '@huimin/domain/complaint';
import { beijingDateTime } from '@huimin/domain/date';
import { shownOrderStatus } from '@huimin/domain/order';
import { mayStaff } from '@huimin/domain/staff';
import { nextStatus } from '@huimin/domain/status';
import { fail, ok } from '../../http/handler.ts';
import { type ConsoleHandler, namesOf, type StaffMember } from '../staff/index.ts';
import { fileOfSubject, filesOf } from '../uploads/index.ts';
import type { ComplaintDeskDependencies } from './complaint-deps.ts';
import { type ListedRow, lines, seenComplaint } from './complaint-lines.ts';
import { COMPLAINT_SEAL, type KeptEvidence, type StepKind, stepsOf, stepWords } from './complaint-store.ts';

export const NO_COMPLAINT = '没有这件投诉';

export const subjectOf = (deps: Pick<ComplaintDeskDependencies, 'numbers'>, { id }: Pick<ListedRow, 'id'>): string =>
  deps.numbers.complaintNo(id);

export function showComplaint(deps: ComplaintDeskDependencies): ConsoleHandler<ConsoleCalls['showComplaint']> {
  return async ({ complaintNo }, request) => {
    const row = await seenComplaint(deps, request.member.scope, complaintNo);
    if (row === null) return fail('not-found', NO_COMPLAINT);
    await request.note({ subject: complaintNo, person: row.person_index, detail: '' });
    return ok(await complaintView(deps, request.member, row));
  };
}

export function showComplaintFile(deps: ComplaintDeskDependencies): ConsoleHandler<ConsoleCalls['showComplaintFile']> {
  return async ({ complaintNo, fileId }, request) => {
    const row = await seenComplaint(deps, request.member.scope, complaintNo);
    const file = row && (await fileOfSubject(deps, row.shard, row.id, fileId));
    if (!row || !file) return fail('not-found', '没有这份材料');
    await request.note({ subject: complaintNo, person: row.person_index, detail: `材料 ${fileId}` });
    return ok(file);
  };
}

const LABELS: Readonly<Record<StepKind, string>> = {
  filed: '本人提交',
  accepted: '受理',
  extended: '延长期限',
  declined: '不予受理',
  contact: '联系',
  linked: '关联订单',
  answered: '答复本人',
  'sent-back': '退回重新答复',
  closed: '办结',
  reopened: '本人重新提出',
  withdrawn: '本人撤回',
};
/** What the resident does not see. */
const INSIDE: readonly StepKind[] = ['contact', 'linked', 'sent-back', 'closed'];

const EVIDENCE: Readonly<Record<KeptEvidence, string>> = {
  none: '没有在保存',
  wanted: '等会话记录封存，封存后不会销毁',
  kept: '了结以前不会销毁',
  ending: '已了结，按保存期保存',
  ended: '已了结，按保存期保存',
  erased: '投诉以前已按规则销毁',
};

/** One complaint with all that is known of it; what may be done is what who looks may do. */
export async function complaintView(
  deps: ComplaintDeskDependencies,
  member: StaffMember,
  row: ListedRow,
): Promise<ComplaintViewValue> {
  const { query } = deps.database;
  const [line] = await lines(deps, [row]);
  if (!line) throw new Error('a complaint is shown as nothing');
  const steps = (await stepsOf(query, row.shard, [row.id])).get(row.id) ?? [];
  const files = await filesOf(deps, row.shard, [row.id]);
  const names = await namesOf(
    deps,
    query,
    steps.map((step) => step.staff_id),
  );
  const { order, trace } = await orderPart(deps, row);
  return {
    line,
    words: deps.vault.open(COMPLAINT_SEAL, row.words_sealed),
    toldByPhone: row.user_id === null,
    person: row.person_index?.toString('base64url') ?? null,
    files: files.get(row.id) ?? [],
    order,
    trace,
    evidence: row.order_id === null ? '没有关联订单' : EVIDENCE[row.evidence],
    steps: steps.map((step) => ({
      at: beijingDateTime(step.at),
      label: step.kind === 'filed' && step.staff_id !== null ? '电话登记' : LABELS[step.kind],
      who: step.staff_id === null ? '' : (names.get(step.staff_id) ?? ''),
      words: stepWords(deps, step),
      inside: INSIDE.includes(step.kind),
    })),
    actions: actionsOf(member, row, deps.clock.now()),
  };
}

async function orderPart(
  deps: ComplaintDeskDependencies,
  row: ListedRow,
): Promise<Pick<ComplaintViewValue, 'order' | 'trace'>> {
  if (row.order_id === null) return { order: null, trace: null };
  const [order] = await deps.database.query<{ status: number; at: number; fen: number; trace: string | null }>(
    `select o.status, o.created_at as at, o.premium_fen as fen, b.trace
     from orders o
     left join order_recordings b on b.shard = o.shard and b.order_id = o.id and b.state = 'bound'
     where o.shard = $1 and o.id = $2`,
    [row.shard, row.order_id],
  );
  if (!order) return { order: null, trace: null };
  return {
    trace: order.trace,
    order: {
      orderNo: deps.numbers.orderNo(row.order_id),
      statusLabel: shownOrderStatus(order.status).label,
      savedAt: beijingDateTime(order.at),
      premiumFen: order.fen,
    },
  };
}

function actionsOf({ id, roles }: StaffMember, row: ListedRow, nowMs: number): ComplaintViewValue['actions'] {
  const can = (event: ComplaintEvent) => nextStatus(COMPLAINT_STATUS_TABLE, row.status, event) !== null;
  const handles = mayStaff(roles, 'complaints.handle');
  const closes = mayStaff(roles, 'complaints.close');
  return [
    ...(handles && can('Accepted') ? (['accept'] as const) : []),
    ...(closes && can('Declined') ? (['decline'] as const) : []),
    ...(handles && row.status !== 'withdrawn' ? (['contact'] as const) : []),
    ...(handles && row.order_id === null && row.user_id !== null && row.status !== 'withdrawn'
      ? (['link'] as const)
      : []),
    ...(handles && can('Answered') ? (['answer'] as const) : []),
    ...(closes && can('SentBack') ? (['send-back'] as const) : []),
    ...(closes && can('Extended') && row.extended_at === null && row.due_at > nowMs ? (['extend'] as const) : []),
    // Never who answered it.
    ...(closes && can('Closed') && row.answered_by !== id ? (['close'] as const) : []),
  ];
}
