import type { ConsoleCalls, ReconciliationDayValue } from '@huimin/contract/console';
import { beijingDateTime, parseDate } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import { providerLabel } from '@huimin/domain/payment';
import { seesEverything } from '@huimin/domain/staff';
import type { Core } from '../../../core.ts';
import type { Query } from '../../../db/database.ts';
import { fail } from '../../../http/handler.ts';
import { type ApprovalKind, type ConsoleHandler, NotPossible } from '../../staff/index.ts';
import { NOT_OFFERED } from '../day-store.ts';
import { lastRunsOf } from '../run-store.ts';
import { askSecondPerson } from './ask-second-person.ts';
import { bothNames } from './decisions.ts';
import { type ReconciliationDeskDependencies, SEES_ALL } from './desk-deps.ts';

const ASKED_MS = 3 * 24 * 3_600_000;
const KIND = 'reconciliation-closing';

interface ClosingPayload {
  readonly day: string;
}

/** A day is closed by two people, with its sums as they are then. */
export function closingApproval(_core: Core): ApprovalKind<ClosingPayload> {
  return {
    ...{ kind: KIND, title: '结清对账日', asks: 'reconciliation.settle', decides: 'reconciliation.approve' },
    lastsMs: ASKED_MS,
    within: (_payload, { scope }) => seesEverything(scope),
    async run({ day }, { query, approvalId, askedBy, decidedBy, reason, nowMs }) {
      // No run writes another outcome of this day meanwhile.
      await query('select 1 from reconciliation_days where day = $1 for update', [day]);
      const [problem] = await problemsOf(query, day, nowMs);
      if (problem !== undefined) throw new NotPossible('staff-rule', `这一天还不能结清：${problem}`);
      const rows = await query(
        `insert into reconciliation_closings (day, approval_id, closed_by, closed_at, reason, figures)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (day) do update set approval_id = excluded.approval_id, closed_by = excluded.closed_by,
           closed_at = excluded.closed_at, reason = excluded.reason, figures = excluded.figures
         returning 1 as done`,
        [
          ...[day, approvalId, bothNames(askedBy, decidedBy), new Date(nowMs), reason],
          JSON.stringify(await figuresOf(query, day)),
        ],
      );
      if (rows.length === 0) throw new NotPossible('staff-rule', '这一天已经结清');
    },
  };
}

export function askDayClosing(deps: ReconciliationDeskDependencies): ConsoleHandler<ConsoleCalls['askDayClosing']> {
  const kind = closingApproval(deps);
  return async ({ day, reason }, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', SEES_ALL);
    if (parseDate(day) === null) return fail('bad-input', '没有这一天，请重新选日期');
    return askSecondPerson(deps, {
      ...{ kind, request, reason },
      async prepare(query) {
        await query('select 1 from reconciliation_days where day = $1 for update', [day]);
        const { problems, isAsked, closedAt, hasChanged } = await closingOf(query, day, deps.clock.now());
        if (closedAt !== null && !hasChanged) throw new NotPossible('staff-rule', '这一天已经结清');
        if (isAsked) throw new NotPossible('staff-rule', '这一天已经提交结清，等第二个人同意');
        if (problems.length > 0) throw new NotPossible('staff-rule', `这一天还不能结清：${problems.join('；')}`);
        return { subject: await closingSubject(query, day), payload: { day } };
      },
    });
  };
}

/** Sums and versions of a day, by which it is known whether anything is another since it was closed. */
async function figuresOf(query: Query, day: string) {
  const runs = await lastRunsOf(query, day);
  return runs.map(({ provider, sha1, summary: { bill, book, matched }, held }) => ({
    ...{ provider, sha1, bill, book, matched, held },
  }));
}

async function closingSubject(query: Query, day: string): Promise<string> {
  const figures = await figuresOf(query, day);
  const sums = figures.map(({ provider, bill }) => {
    return `${providerLabel(provider)} 收 ${formatYuan(bill.paymentFen)} 退 ${formatYuan(bill.refundFen)}`;
  });
  const held = figures.reduce((sum, one) => sum + one.held, 0);
  return `${day} 对账：${sums.join('，')}${held > 0 ? `，挂账 ${held} 笔` : ''}`.slice(0, 300);
}

/** Whether a day is closed, may be, and why not. */
export async function closingOf(query: Query, day: string, nowMs: number): Promise<ReconciliationDayValue['closing']> {
  const [closed] = await query<{ closed_at: number; closed_by: string; figures: unknown }>(
    'select closed_at, closed_by, figures from reconciliation_closings where day = $1',
    [day],
  );
  const asked = await query(
    `select 1 as found from staff_approvals where kind = $1 and status = 'waiting' and expires_at > $2 and subject like $3`,
    [KIND, new Date(nowMs), `${day} 对账：%`],
  );
  const problems = await problemsOf(query, day, nowMs);
  const hasChanged =
    closed !== undefined && (problems.length > 0 || !sameFigures(closed.figures, await figuresOf(query, day)));
  return {
    ...{ problems, isAsked: asked.length > 0, hasChanged, closedBy: closed?.closed_by ?? '' },
    closedAt: closed ? beijingDateTime(closed.closed_at) : null,
  };
}

/** The database keeps an object's names in an order of its own. */
function sameFigures(one: unknown, other: unknown): boolean {
  const sorted = (value: unknown): unknown =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([k, v]) => [k, sorted(v)]),
        )
      : Array.isArray(value)
        ? value.map(sorted)
        : value;
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

interface Stand {
  readonly wanted: number;
  readonly missing: number;
  readonly pending: number;
  readonly open: number;
  readonly waiting: number;
  readonly issues: number;
  readonly under_way: number;
}

/** What keeps a day from being closed, in words. What is put off does not: it stands in suspense. */
async function problemsOf(query: Query, day: string, nowMs: number): Promise<string[]> {
  const [stand] = await query<Stand>(
    `select count(*)::integer as wanted,
       count(*) filter (where bill_version is null and next_try_at is not null
         and last_problem is distinct from '${NOT_OFFERED}')::integer as missing,
       count(*) filter (where bill_version is not null and next_try_at is not null)::integer as pending,
       (select count(*)::integer from reconciliation_differences where day = $1 and state = 'open') as open,
       (select count(*)::integer from reconciliation_differences where day = $1 and state = 'waiting') as waiting,
       (select count(*)::integer from issue_differences where day = $1 and state = 'open') as issues,
       (select count(*)::integer from reconciliation_decisions c join staff_approvals a on a.id = c.approval_id
        join reconciliation_differences d on d.id = c.difference_id and d.day = $1 and d.state in ('open', 'held')
        where c.state = 'agreed' or c.state = 'asked' and a.status = 'waiting' and a.expires_at > $2) as under_way
     from reconciliation_days where day = $1`,
    [day, new Date(nowMs)],
  );
  if (!stand || stand.wanted === 0) return ['这一天还没有核对'];
  const said: [number, string][] = [
    [stand.missing, `还有 ${stand.missing} 份账单没取到`],
    [stand.pending, '正在重新核对'],
    [stand.open, `还差 ${stand.open} 笔`],
    [stand.waiting, `还有 ${stand.waiting} 笔等相邻一天的账单`],
    [stand.under_way, `还有 ${stand.under_way} 笔在复核或办理`],
    [stand.issues, `出单差还有 ${stand.issues} 笔`],
  ];
  return said.filter(([count]) => count > 0).map(([, text]) => text);
}
