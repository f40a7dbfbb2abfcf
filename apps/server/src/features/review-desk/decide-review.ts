import type { InputOf } from '@huimin/contract';
import type { ConsoleCalls } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { classText } from '@huimin/domain/pre-existing';
import { isShortText } from '@huimin/domain/sheet';
import { fail, ok } from '../../http/handler.ts';
import { type ConsoleHandler, NotPossible } from '../staff/index.ts';
import { carryOut, type Decided, type Decision, REVIEW_DECISION, signerOf } from './carry-out.ts';
import { NO_REVIEW, type ReviewDeskDependencies } from './review-desk-deps.ts';
import { subjectOf } from './review-line.ts';
import { personOfReview } from './review-person.ts';
import { openReview, subjectsThatWait } from './review-store.ts';
import { verdictsFor, verdictText } from './verdicts.ts';

type Input = InputOf<ConsoleCalls['decideReview']>;

export function decideReview(deps: ReviewDeskDependencies): ConsoleHandler<ConsoleCalls['decideReview']> {
  return async (input, request) => {
    const decided = decisionIn(input);
    if (typeof decided === 'string') return fail('bad-input', decided);
    const { member } = request;
    try {
      return ok(
        await deps.database.transaction(async (query) => {
          const row = await openReview(deps, query, member.scope, input.queue, input.reviewNo);
          if (!row) throw new NotPossible('not-found', NO_REVIEW);
          const verdict = verdictsFor(input.queue, row.status).find((one) => one.verdict === input.verdict);
          if (!verdict) throw new NotPossible('staff-rule', '这一件现在不能这样办，请看最新状态');
          const subject = subjectOf(deps, input.queue, row);
          const waiting = await subjectsThatWait(query, REVIEW_DECISION, [subject], deps.clock.now());
          if (waiting.size > 0) throw new NotPossible('staff-rule', '已经有人办了，在等第二个人复核');
          const person = await personOfReview(deps, query, input.queue, row);
          const detail = detailOf(input);
          await request.note({ subject, person, detail: verdict.two ? `申请：${detail}` : detail }, query);
          if (verdict.two) {
            const reason = `${detail}：${input.answer.trim()}`;
            const asking = { by: member, subject, person, reason, payload: decided };
            return { approvalNo: String(await deps.approvals.ask(query, { kind: REVIEW_DECISION }, asking)) };
          }
          const done = await carryOut(deps, query, decided, signerOf(member));
          if (done !== 'done') throw new NotPossible('staff-rule', '这一件已经有结果，或者本人撤回了');
          return { approvalNo: null };
        }),
      );
    } catch (problem) {
      if (problem instanceof NotPossible) return fail(problem.failure, problem.message);
      throw problem;
    }
  };
}

/** What was decided, for the second person and the log: no drug and no illness. */
function detailOf({ queue, verdict, cycles, preExisting, priceFen, classCode }: Input): string {
  const text = verdictText(queue, verdict);
  if (verdict === 'approve') return `${text} ${cycles} 期，按${preExisting ? '既往症' : '正常'}比例`;
  if (verdict === 'collected') return `${text}，${priceFen ? `药价 ${formatYuan(priceFen)} 元` : '按目录的参考价'}`;
  if (verdict === 'correct') return `${text}为${classCode ? `既往症${classText(classCode)}` : '不属于既往症'}`;
  return text;
}

function decisionIn(input: Input): Decided | string {
  const decision = decisionOf(input);
  return typeof decision === 'string' ? decision : { reviewNo: input.reviewNo, decision };
}

/** The decision in an input, or what is wrong with it. */
function decisionOf({ queue, verdict, ...given }: Input): Decision | string {
  const note = given.answer.trim();
  if (!isShortText(note, 200) || Array.from(note).length < 2) return '请写答复或说明，2 到 200 个字，一行';
  const kind = verdict;
  if (queue === 'recheck' && (kind === 'upheld' || kind === 'corrected')) return { queue, kind, answer: note };
  if (queue === 'appeal' && (kind === 'correct' || kind === 'confirm' || kind === 'ask-papers')) {
    const classCode = kind === 'correct' ? (given.classCode ?? null) : null;
    return { queue, appeal: { kind, note, classCode } };
  }
  if (queue !== 'drug') return '这一种审核没有这个结果';
  switch (kind) {
    case 'refuse':
    case 'ask-papers':
      return { queue, drug: { kind, note } };
    case 'collected':
      return { queue, drug: { kind, priceFen: given.priceFen ?? null } };
    case 'approve':
      if (given.cycles === undefined) return '请写批几期，1 到 24';
      return { queue, drug: { kind, cycles: given.cycles, preExisting: given.preExisting ?? false } };
    default:
      return '这一种审核没有这个结果';
  }
}
