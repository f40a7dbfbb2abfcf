import type { ConsoleCalls, ReconciliationDayValue } from '@huimin/contract/console';
import { beijingDateTime, beijingMs, endOfDayMs } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import { ORDER_STATUS, shownOrderStatus } from '@huimin/domain/order';
import {
  ISSUE_CLASSES,
  ISSUE_RESOLUTIONS,
  type IssueClass,
  type IssueResolution,
  issueResolutionsFor,
} from '@huimin/domain/reconciliation';
import { seesEverything } from '@huimin/domain/staff';
import type { Core } from '../../../core.ts';
import type { Query } from '../../../db/database.ts';
import { fail } from '../../../http/handler.ts';
import { type ApprovalKind, type ConsoleHandler, NotPossible } from '../../staff/index.ts';
import { decideIssueDifference, endWhenSettled } from '../issues/index.ts';
import { askSecondPerson } from './ask-second-person.ts';
import { bothNames } from './decisions.ts';
import { type ReconciliationDeskDependencies, SEES_ALL } from './desk-deps.ts';
import { holdDifference } from './desk-store.ts';
import { differenceIdOf } from './difference-lines.ts';

const KIND = 'issue-decision';
const ASKED_MS = 3 * 24 * 3_600_000;
const SHOWN = 50;
/** Policies come within seconds; what takes longer is shown. */
const ISSUED_BY_THEN_MS = 10 * 60_000;

interface IssuePayload {
  readonly issue: string;
  readonly finding: string;
  readonly resolution: IssueResolution;
}

/** What is said about a difference with the insurer's file stands when two people say it; no money moves by it. */
export function issueDecisionApproval(_core: Core): ApprovalKind<IssuePayload> {
  return {
    ...{ kind: KIND, title: '出单差处理', asks: 'reconciliation.settle', decides: 'reconciliation.approve' },
    lastsMs: ASKED_MS,
    within: (_payload, { scope }) => seesEverything(scope),
    async run({ issue, finding, resolution }, { query, askedBy, decidedBy, reason, nowMs }) {
      if (decidedBy === null) throw new NotPossible('staff-rule', '要由另一个人同意');
      const open = await openIssue(query, BigInt(issue));
      if (open?.finding !== finding) throw new NotPossible('staff-rule', '这笔出单差已经变了，请按现在的重新提交');
      const by = bothNames(askedBy, decidedBy);
      const decided = await decideIssueDifference(query, BigInt(issue), { resolution, reason, by, atMs: nowMs });
      if (decided.kind === 'not-so') throw new NotPossible('staff-rule', decided.why);
      if (decided.kind === 'absent') throw new NotPossible('staff-rule', '这笔出单差已经结清，不用再处理');
      await endWhenSettled(query, decided.editionCode, nowMs);
    },
  };
}

export function askIssueDecision(
  deps: ReconciliationDeskDependencies,
): ConsoleHandler<ConsoleCalls['askIssueDecision']> {
  const kind = issueDecisionApproval(deps);
  return async ({ issueNo, issueResolution: resolution, reason }, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', SEES_ALL);
    const id = differenceIdOf(issueNo);
    return askSecondPerson(deps, {
      ...{ kind, request, reason },
      async prepare(query) {
        await holdDifference(query, 'issue_differences', id);
        const open = await openIssue(query, id);
        if (open === null) throw new NotPossible('not-found', '没有这笔出单差，或者已经结清');
        if ((await underWay(query, [open], deps.clock.now())).has(open.policy_no))
          throw new NotPossible('staff-rule', '这张保单的出单差已经提交，等第二个人同意');
        const ways = issueResolutionsFor(open.class);
        if (!ways.includes(resolution)) {
          const named = ways.map((way) => ISSUE_RESOLUTIONS[way]).join('、');
          throw new NotPossible('staff-rule', `${ISSUE_CLASSES[open.class]}只能这样处理：${named}`);
        }
        const { finding } = open;
        return {
          ...{ subject: subjectOf(open, resolution), details: detailsOf(open) },
          payload: { issue: String(id), finding, resolution },
        };
      },
    });
  };
}

interface IssueRow {
  readonly id: bigint;
  readonly day: string;
  readonly class: IssueClass;
  readonly policy_no: string;
  readonly insurer_fen: number | null;
  readonly own_fen: number | null;
  readonly finding: string;
}

const ISSUE = `select id, to_char(day, 'YYYY-MM-DD') as day, class, policy_no, insurer_fen, own_fen, finding from issue_differences`;

async function openIssue(query: Query, id: bigint): Promise<IssueRow | null> {
  const [row] = await query<IssueRow>(`${ISSUE} where id = $1 and state = 'open'`, [id]);
  return row ?? null;
}

const subjectOf = ({ class: found, policy_no }: IssueRow, resolution: IssueResolution): string =>
  `保单 ${policy_no} ${ISSUE_CLASSES[found]}：${ISSUE_RESOLUTIONS[resolution]}`;

/** What the two sides say, for whoever agrees: the difference is of one day's file. */
function detailsOf({ day, own_fen, insurer_fen, finding }: IssueRow): string {
  const fen = (value: number | null) => (value === null ? '没有' : ` ${formatYuan(value)} 元`);
  return `${day} 的出单文件：我方${fen(own_fen)}，保司${fen(insurer_fen)}；${finding}`;
}

/** Policies of which something waits for the other person. */
async function underWay(query: Query, rows: readonly IssueRow[], nowMs: number): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const asked = await query<{ policy: string }>(
    `select split_part(subject, ' ', 2) as policy from staff_approvals
     where kind = $1 and status = 'waiting' and expires_at > $2`,
    [KIND, new Date(nowMs)],
  );
  return new Set(asked.map(({ policy }) => policy));
}

/** What is left of a day beside its bills: money without a policy, and policies that the insurer has otherwise. */
export async function leftOfDay(
  { database: { query }, numbers }: Pick<Core, 'database' | 'numbers'>,
  day: string,
  nowMs: number,
): Promise<Pick<ReconciliationDayValue, 'unissued' | 'issues'>> {
  const [orders, issues] = await Promise.all([
    query<{ id: bigint; at: number; fen: number; status: number }>(
      `select o.id, p.received_at as at, p.amount_fen as fen, o.status
       from payments p join orders o on o.shard = p.shard and o.id = p.order_id
       where p.received_at >= $1 and p.received_at < least($2::timestamptz, $3::timestamptz)
         and p.purpose = 'premium' and o.kind <> 'upgrade' and o.status = any($4::smallint[])
       order by p.received_at limit ${SHOWN}`,
      [
        ...[new Date(beijingMs(day)), new Date(endOfDayMs(day)), new Date(nowMs - ISSUED_BY_THEN_MS)],
        [ORDER_STATUS.paid, ORDER_STATUS.issuing, ORDER_STATUS.issuingFailed, ORDER_STATUS.needsOperator],
      ],
    ),
    query<IssueRow>(`${ISSUE} where day = $1 and state = 'open' order by class, policy_no limit ${SHOWN}`, [day]),
  ]);
  const waiting = await underWay(query, issues, nowMs);
  return {
    unissued: orders.map(({ id, at, fen, status }) => {
      const { label, tone } = shownOrderStatus(status);
      return { orderNo: numbers.orderNo(id), paidAt: beijingDateTime(at), paidFen: fen, statusLabel: label, tone };
    }),
    issues: issues.map((row) => ({
      ...{ issueNo: String(row.id), classLabel: ISSUE_CLASSES[row.class], policyNo: row.policy_no },
      ...{ insurerFen: row.insurer_fen, ownFen: row.own_fen, finding: row.finding },
      isUnderWay: waiting.has(row.policy_no),
      ways: issueResolutionsFor(row.class).map((resolution) => ({ resolution, label: ISSUE_RESOLUTIONS[resolution] })),
    })),
  };
}
