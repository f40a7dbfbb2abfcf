import type { ConsoleCalls } from '@huimin/contract/console';
import { OPEN_COMPLAINT, UNCLOSED_DAYS } from '@huimin/domain/complaint';
import { addDays, beijingDate, beijingDateTime, beijingMs, endOfDayMs, parseDate } from '@huimin/domain/date';
import { mayStaff, type StaffScope } from '@huimin/domain/staff';
import { fail, ok } from '../../http/handler.ts';
import type { Conditions } from '../order-desk/index.ts';
import type { ConsoleHandler, WaitingCounter } from '../staff/index.ts';
import type { ComplaintDeskDependencies } from './complaint-deps.ts';
import { complaintsWithin, findComplaints, type ListedRow, lines, WITH_ORDER } from './complaint-lines.ts';

const PAGE = 40;
const OPEN = `c.status in (${OPEN_COMPLAINT.map((status) => `'${status}'`).join(', ')})`;
const DAY_MS = 24 * 3_600_000;
const SOON_MS = 3 * DAY_MS;
const FILED_DAYS = 30;

const TABS = {
  open: OPEN,
  answered: `c.status = 'answered'`,
  ended: `c.status in ('closed', 'declined', 'withdrawn')`,
  all: 'true',
} as const;

export interface Wanted {
  readonly which?: keyof typeof TABS | undefined;
  readonly category?: string | undefined;
  readonly answeredFor?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly number?: string | undefined;
}

/** What is wrong with days, as a sentence; null when nothing is. */
export function daysWrong({ from, to }: Wanted): string | null {
  if ([from, to].some((day) => day !== undefined && parseDate(day) === null)) return '没有这一天，请重新选日期';
  return from !== undefined && to !== undefined && from > to ? '开始的日期晚于结束的日期，请重新选日期' : null;
}

/** Conditions of what is wanted within a scope. A number finds its complaint wherever it stands. */
export function wanted(deps: ComplaintDeskDependencies, scope: StaffScope, want: Wanted): Conditions {
  const conditions = complaintsWithin(deps, scope);
  conditions.add(want.number === undefined ? TABS[want.which ?? 'open'] : 'true');
  if (want.category !== undefined) conditions.add('c.category = ?', want.category);
  if (want.answeredFor !== undefined) {
    const before = new Date(deps.clock.now() - Number(want.answeredFor) * DAY_MS);
    conditions.add(`c.status = 'answered' and c.answered_at <= ?::timestamptz`, before);
  }
  if (want.from !== undefined) conditions.add('c.filed_at >= ?::timestamptz', new Date(beijingMs(want.from)));
  if (want.to !== undefined) conditions.add('c.filed_at < ?::timestamptz', new Date(endOfDayMs(want.to)));
  if (want.number !== undefined) {
    const { numbers } = deps;
    const ids = [numbers.complaintId(want.number), numbers.orderId(want.number)].map((id) => id ?? 0n);
    conditions.add('(c.id = ?::bigint or c.order_id = ?::bigint)', ...ids);
  }
  return conditions;
}

const ORDER_OF = { open: 'by-due', answered: 'by-answer', ended: 'latest', all: 'latest' } as const;
type Order = (typeof ORDER_OF)[keyof typeof ORDER_OF];
const PLACES: Readonly<Record<Order, string>> = {
  'by-due': '(c.due_at, c.id) >',
  'by-answer': '(c.answered_at, c.id) >',
  latest: '(c.filed_at, c.id) <',
};

function timeOf(row: ListedRow, order: Order): number {
  if (order === 'by-answer') return row.answered_at ?? 0;
  return order === 'by-due' ? row.due_at : row.filed_at;
}

/** As the log of looks says them. */
const PARTS = { open: '待办', answered: '待办结', ended: '已了结', all: '全部' } as const;

export function listComplaints(deps: ComplaintDeskDependencies): ConsoleHandler<ConsoleCalls['listComplaints']> {
  return async ({ after, ...want }, request) => {
    const problem = daysWrong(want);
    if (problem !== null) return fail('bad-input', problem);
    const { scope } = request.member;
    const conditions = wanted(deps, scope, want);
    const order = want.number === undefined ? ORDER_OF[want.which ?? 'open'] : 'latest';
    if (after !== undefined) {
      const [at, id] = after.split('_');
      const place = PLACES[order];
      conditions.add(`${place} (?::timestamptz, ?::numeric)`, new Date(Number(at)), id);
    }
    const rows = await findComplaints(deps, conditions, order, PAGE + 1);
    const page = rows.slice(0, PAGE);
    const last = page.at(-1);
    if (after === undefined) {
      const detail = want.number === undefined ? PARTS[want.which ?? 'open'] : '按编号找';
      await request.note({ subject: want.number ?? '投诉', detail });
    }
    return ok({
      at: beijingDateTime(deps.clock.now()),
      complaints: await lines(deps, page),
      next: rows.length > PAGE && last ? `${timeOf(last, order)}_${last.id}` : null,
      figures: await figures(deps, scope),
    });
  };
}

interface Figures {
  readonly open: number;
  readonly late: number;
  readonly soon: number;
  readonly answered: number;
  readonly unclosed: number;
  readonly filed: number;
  readonly again: number;
}

async function figures(deps: ComplaintDeskDependencies, scope: StaffScope): Promise<Figures> {
  const nowMs = deps.clock.now();
  const since = beijingMs(addDays(beijingDate(nowMs), 1 - FILED_DAYS));
  const conditions = complaintsWithin(deps, scope);
  const [now, soon, filed, long] = [nowMs, nowMs + SOON_MS, since, nowMs - UNCLOSED_DAYS * DAY_MS].map(
    (ms) => `${conditions.value(new Date(ms))}::timestamptz`,
  );
  const [row] = await deps.database.query<Figures>(
    `select count(*) filter (where ${OPEN})::integer as open,
       count(*) filter (where ${OPEN} and c.due_at < ${now})::integer as late,
       count(*) filter (where ${OPEN} and c.due_at >= ${now} and c.due_at < ${soon})::integer as soon,
       count(*) filter (where c.status = 'answered')::integer as answered,
       count(*) filter (where c.status = 'answered' and c.answered_at <= ${long})::integer as unclosed,
       count(*) filter (where c.filed_at >= ${filed})::integer as filed,
       count(*) filter (where ${OPEN} and c.reopened_at is not null)::integer as again
     from ${WITH_ORDER}
     where (${OPEN} or c.status = 'answered' or c.filed_at >= ${filed})
       and ${conditions.text}`,
    conditions.values,
  );
  return row as Figures;
}

/** How many wait for somebody: for the desk to be answered, for compliance to be closed. */
export function countComplaintsToHandle(deps: ComplaintDeskDependencies): WaitingCounter {
  return async ({ roles, scope }): Promise<Readonly<Record<string, number>>> => {
    const [handles, closes] = [mayStaff(roles, 'complaints.handle'), mayStaff(roles, 'complaints.close')];
    if (!handles && !closes) return {};
    const { open, answered } = await figures(deps, scope);
    return { complaints: (handles ? open : 0) + (closes ? answered : 0) };
  };
}

/** How many came in a span of time within a scope, those taken back among them, and of how many the deadline was put off. */
export async function countComplaints(
  deps: Pick<ComplaintDeskDependencies, 'database' | 'editions'>,
  { fromMs, toMs, scope }: { readonly fromMs: number; readonly toMs: number; readonly scope: StaffScope },
): Promise<{ readonly filed: number; readonly extended: number }> {
  const conditions = complaintsWithin(deps, scope);
  conditions.add('c.filed_at >= ?::timestamptz', new Date(fromMs));
  conditions.add('c.filed_at < ?::timestamptz', new Date(toMs));
  const [row] = await deps.database.query<{ filed: number; extended: number }>(
    `select count(*)::integer as filed, count(c.extended_at)::integer as extended from ${WITH_ORDER} where ${conditions.text}`,
    conditions.values,
  );
  return row ?? { filed: 0, extended: 0 };
}
