import type { ConsoleCalls, ReconciliationDayValue } from '@huimin/contract/console';
import { beijingDateTime, parseDate } from '@huimin/domain/date';
import { providerLabel } from '@huimin/domain/payment';
import { seesEverything } from '@huimin/domain/staff';
import type { Query } from '../../../db/database.ts';
import { fail, ok } from '../../../http/handler.ts';
import type { ConsoleHandler } from '../../staff/index.ts';
import { NOT_OFFERED } from '../day-store.ts';
import { lastRunsOf, type StoredRun } from '../run-store.ts';
import { closingOf } from './closing.ts';
import { classCounts, gapParts, sumOf } from './day-parts.ts';
import { type ReconciliationDeskDependencies, SEES_ALL } from './desk-deps.ts';
import { classGaps, countGone, daysBefore, type InsurerSide, insurerSide } from './desk-store.ts';
import { leftOfDay } from './issue-decisions.ts';
import { settlementViews } from './settlement-view.ts';

const PAGE = 31;
export const NO_SUCH_DAY = '没有这一天，请重新选日期';

export function listReconciliationDays(
  deps: ReconciliationDeskDependencies,
): ConsoleHandler<ConsoleCalls['listReconciliationDays']> {
  return async ({ before }, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', SEES_ALL);
    if (before !== undefined && parseDate(before) === null) return fail('bad-input', NO_SUCH_DAY);
    const rows = await daysBefore(deps.database.query, before ?? null, PAGE + 1);
    const page = rows.slice(0, PAGE);
    return ok({
      days: page.map(({ bill_fen: billFen, book_fen: bookFen, closed: isClosed, day, open, held, ...row }) => ({
        ...{ day, open, held, missing: row.missing, notDue: row.not_due, billFen, bookFen, isClosed },
      })),
      next: rows.length > PAGE ? (page.at(-1)?.day ?? null) : null,
    });
  };
}

export function showReconciliationDay(
  deps: ReconciliationDeskDependencies,
): ConsoleHandler<ConsoleCalls['showReconciliationDay']> {
  return async ({ day }, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', SEES_ALL);
    if (parseDate(day) === null) return fail('bad-input', NO_SUCH_DAY);
    const nowMs = deps.clock.now();
    const [view, left] = await Promise.all([dayView(deps.database.query, day, nowMs), leftOfDay(deps, day, nowMs)]);
    return ok({ ...view, ...left });
  };
}

interface WantedRow {
  readonly provider: string;
  readonly last_problem: string | null;
  readonly there: boolean;
  readonly pending: boolean;
}

async function dayView(
  query: Query,
  day: string,
  nowMs: number,
): Promise<Omit<ReconciliationDayValue, 'unissued' | 'issues'>> {
  const [runs, gaps, gone, insurer, wanted, closing] = await Promise.all([
    lastRunsOf(query, day),
    classGaps(query, day),
    countGone(query, day),
    insurerSide(query, day),
    query<WantedRow>(
      `select provider, last_problem, bill_version is not null as there, next_try_at is not null as pending
       from reconciliation_days where day = $1 order by provider`,
      [day],
    ),
    closingOf(query, day, nowMs),
  ]);
  const counted = (pick: (run: StoredRun) => number) => runs.reduce((sum, run) => sum + pick(run), 0);
  return {
    day,
    providers: runs.map(providerDay),
    missing: wanted
      .filter(({ there, pending }) => !there && pending)
      .map((row) => ({
        label: providerLabel(row.provider),
        problem: problemText(row.last_problem),
        isDue: row.last_problem !== null,
      })),
    isPending: wanted.some(({ there, pending }) => there && pending),
    bill: sumOf(runs.map(({ summary }) => summary.bill)),
    book: sumOf(runs.map(({ summary }) => summary.book)),
    matched: counted(({ summary }) => summary.matched),
    payments: gapParts(runs, gaps, 'payment'),
    refunds: gapParts(runs, gaps, 'refund'),
    classes: classCounts(gaps),
    gone,
    open: counted(({ open }) => open),
    held: counted(({ held }) => held),
    insurer: insurer && insurerView(insurer),
    settlements: await settlementViews(query, day, runs, nowMs),
    closing,
  };
}

function providerDay(run: StoredRun): ReconciliationDayValue['providers'][number] {
  const { provider, summary, open, held, sha1 } = run;
  return {
    ...{ provider, label: providerLabel(provider), version: run.bill_version, sha1 },
    finishedAt: beijingDateTime(run.finished_at),
    durationMs: run.finished_at - run.started_at,
    ...{ bill: summary.bill, book: summary.book, matched: summary.matched, open, held },
  };
}

function problemText(problem: string | null): string {
  if (problem === NOT_OFFERED)
    return '这个渠道的接口没有对账单。我方每笔付款、退款都逐笔查过；我方不知道的钱只能在渠道后台核对';
  if (problem === null) return '还没取';
  if (problem === 'not ready yet') return '渠道还没有出账单';
  if (problem === 'no bill, but there was money') return '渠道说没有账单，但我方有钱';
  return '取账单没成，会再试';
}

/** Shares are the insurer's own words, which need not come to its premium. */
function insurerView({ policies, fen, open, waiting, ...row }: InsurerSide): ReconciliationDayValue['insurer'] {
  const shares = Object.entries(row.shares)
    .map(([name, share]) => ({ name, fen: share }))
    .toSorted((one, other) => other.fen - one.fen);
  const rest = fen - shares.reduce((sum, share) => sum + share.fen, 0);
  return {
    ...{ policies, fen, open, waiting, ownPolicies: row.own_policies, ownFen: row.own_fen },
    comparedAt: row.compared_at === null ? null : beijingDateTime(row.compared_at),
    shares: rest === 0 ? shares : [...shares, { name: '份额没写全', fen: rest }],
  };
}
