import type { ConsoleCalls } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { providerLabel } from '@huimin/domain/payment';
import { DIFFERENCE_CLASSES, RESOLUTIONS, type Resolution, resolutionsFor } from '@huimin/domain/reconciliation';
import { seesEverything } from '@huimin/domain/staff';
import type { Core } from '../../../core.ts';
import type { Query } from '../../../db/database.ts';
import { fail } from '../../../http/handler.ts';
import type { PaymentDependencies } from '../../payment/index.ts';
import { type ApprovalKind, type ConsoleHandler, NotPossible, type StaffMember } from '../../staff/index.ts';
import { wantDay } from '../day-store.ts';
import { decideDifference } from '../decide-difference.ts';
import { tellOpen } from '../tell-day.ts';
import { askSecondPerson } from './ask-second-person.ts';
import { type ReconciliationDeskDependencies, SEES_ALL } from './desk-deps.ts';
import { differenceById, holdDifference } from './desk-store.ts';
import { differenceIdOf, shortened } from './difference-lines.ts';

const ASKED_MS = 3 * 24 * 3_600_000;

interface DecisionPayload {
  readonly difference: string;
  readonly resolution: Resolution;
}

/** Settling a difference moves money or says that a bill is wrong: one asks, another agrees, a job does it. */
export function decisionApproval(_core: Core): ApprovalKind<DecisionPayload> {
  return {
    ...{ kind: 'reconciliation-decision', title: '对账处理', asks: 'reconciliation.settle' },
    ...{ decides: 'reconciliation.approve', lastsMs: ASKED_MS },
    within: (_payload, { scope }) => seesEverything(scope),
    async run({ difference }, { query, approvalId, askedBy, decidedBy, nowMs }) {
      const rows = await query(
        `update reconciliation_decisions c set state = 'agreed', decided_by = $3, next_try_at = $4
         from reconciliation_differences d
         where c.approval_id = $1 and c.state = 'asked' and d.id = $2 and d.state in ('open', 'held') returning c.id`,
        [approvalId, BigInt(difference), bothNames(askedBy, decidedBy), new Date(nowMs)],
      );
      if (rows.length === 0) throw new NotPossible('staff-rule', '这笔差异已经结清，不用再处理');
    },
  };
}

/** Who asked and who agreed, as a decision is signed. */
export const bothNames = (askedBy: StaffMember, decidedBy: StaffMember | null): string =>
  [askedBy.name, decidedBy?.name].filter(Boolean).join('、').slice(0, 50);

export function askDifferenceDecision(
  deps: ReconciliationDeskDependencies,
): ConsoleHandler<ConsoleCalls['askDifferenceDecision']> {
  const kind = decisionApproval(deps);
  return async ({ differenceNo, resolution, reason }, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', SEES_ALL);
    const id = differenceIdOf(differenceNo);
    const nowMs = deps.clock.now();
    return askSecondPerson(deps, {
      ...{ kind, request, reason },
      async prepare(query) {
        await holdDifference(query, 'reconciliation_differences', id);
        const found = await differenceById(query, id, nowMs);
        if (!found) throw new NotPossible('not-found', '没有这笔差异');
        if (!['open', 'held'].includes(found.state))
          throw new NotPossible('staff-rule', '这笔差异已经结清，不用再处理');
        if (found.under_way) throw new NotPossible('staff-rule', '这笔差异已经提交处理，等办完再说');
        const allowed = resolutionsFor(found.class);
        if (!allowed.includes(resolution)) {
          const named = allowed.map((one) => RESOLUTIONS[one]).join('、');
          throw new NotPossible('staff-rule', `${DIFFERENCE_CLASSES[found.class]}只能这样处理：${named}`);
        }
        const subject =
          `${RESOLUTIONS[resolution]}：${found.day} ${providerLabel(found.provider)} ${DIFFERENCE_CLASSES[found.class]} ` +
          `${formatYuan(found.bill_fen ?? found.book_fen ?? 0)}，渠道流水 ${shortened(found.provider_txn)}`;
        const keep = (approvalId: number) =>
          query(
            `insert into reconciliation_decisions (approval_id, difference_id, resolution, reason, asked_at)
             values ($1, $2, $3, $4, $5)`,
            [approvalId, id, resolution, reason, new Date(nowMs)],
          );
        return { subject, payload: { difference: String(id), resolution }, keep };
      },
    });
  };
}

/** Longer than a provider takes to answer or to run into its time limit. */
const LEASE_MS = 5 * 60_000;
const TRIES = 5;
const MOVES_BOOKS: readonly Resolution[] = ['booked', 'refunded', 'corrected'];

interface DueDecision {
  readonly id: number;
  readonly difference_id: bigint;
  readonly resolution: Resolution;
  readonly reason: string;
  readonly decided_by: string;
  readonly tries: number;
}

/** Does one decision that was agreed to; what its provider says against it is kept for whoever asked. */
export async function runDecision(deps: PaymentDependencies): Promise<number> {
  const { query } = deps.database;
  const due = await leaseDecision(query, deps.clock.now());
  if (!due) return 0;
  try {
    const { resolution, reason, decided_by: by } = due;
    const done = await decideDifference(deps, due.difference_id, { resolution, reason, by, atMs: deps.clock.now() });
    const why = { decided: '', absent: '这笔差异已经结清', 'not-so': done.kind === 'not-so' ? done.why : '' }[
      done.kind
    ];
    await endDecision(query, due, why, deps.clock.now());
    if (done.kind === 'decided') await afterDecision(deps, due.difference_id, resolution);
  } catch (problem) {
    deps.log.error({ decision: due.id, err: problem }, 'a decision about a difference was not done');
    if (due.tries >= TRIES) await endDecision(query, due, '系统出错，已经试了 5 次，请重新提交', deps.clock.now());
  }
  return 1;
}

async function leaseDecision(query: Query, nowMs: number): Promise<DueDecision | null> {
  const rows = await query<DueDecision>(
    `update reconciliation_decisions set next_try_at = $2, tries = tries + 1
     where id = (
       select id from reconciliation_decisions where next_try_at <= $1 order by next_try_at, id limit 1 for update skip locked
     ) returning id, difference_id, resolution, reason, decided_by, tries`,
    [new Date(nowMs), new Date(nowMs + LEASE_MS)],
  );
  return rows[0] ?? null;
}

async function endDecision(query: Query, { id }: DueDecision, problem: string, nowMs: number): Promise<void> {
  await query(
    `update reconciliation_decisions set state = $2, problem = $3, next_try_at = null, ended_at = $4 where id = $1`,
    [id, problem === '' ? 'done' : 'failed', problem, new Date(nowMs)],
  );
}

/** Nobody is told of a day any longer of which nothing is open; its sums are to be what the books say now. */
async function afterDecision(deps: PaymentDependencies, id: bigint, resolution: Resolution): Promise<void> {
  const nowMs = deps.clock.now();
  const found = await differenceById(deps.database.query, id, nowMs);
  if (!found) return;
  await tellOpen(deps, found);
  if (MOVES_BOOKS.includes(resolution)) await wantDay(deps.database.query, [found.provider], found.day, nowMs);
}
