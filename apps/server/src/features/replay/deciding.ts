import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingMs, parseDate } from '@huimin/domain/date';
import type { Query } from '../../db/database.ts';
import { fail, ok, type Reply } from '../../http/handler.ts';
import {
  agreeRelease,
  beginDispute as beginKeptDispute,
  type Decided,
  endDispute,
  holdRecording as holdKept,
  keptRecording,
} from '../evidence/index.ts';
import { type ApprovalKind, type ConsoleHandler, NotPossible } from '../staff/index.ts';
import { publicReasonProblem } from './public-reason.ts';
import { type SeenBy, seenRecording, seesRecording } from './recording-scope.ts';
import type { ReplayDependencies } from './replay-deps.ts';

/** How long a request waits for the other person. */
const ASKED_MS = 3 * 24 * 3_600_000;

interface Release {
  readonly trace: string;
  readonly reason: string;
}

const RELEASE = { kind: 'evidence-release' } as const;

/** What was frozen for a court is let go by two people. */
export const releaseKind = (deps: SeenBy): ApprovalKind<Release> => ({
  ...RELEASE,
  title: '解除冻结',
  asks: 'evidence.hold',
  decides: 'evidence.release',
  lastsMs: ASKED_MS,
  within: ({ trace }, member, { query }) => seesRecording(deps, query, member, trace),
  async run({ trace, reason }, { query, askedBy }) {
    const held = await agreeRelease(query, trace, { by: String(askedBy.id), reason });
    if (!held) throw new NotPossible('staff-rule', '这个记录现在没有冻结，不用解除');
  },
});

const ANSWERS: Readonly<Record<Exclude<Decided, 'done'>, string>> = {
  'as-it-was': '原来就是这样，没有变化',
  absent: '还没有封存，封存以后再办',
  erased: '已按规则销毁，不能再办',
};

const answered = (decided: Decided): Reply<Record<string, never>> =>
  decided === 'done' ? ok({}) : fail('staff-rule', ANSWERS[decided]);

const absent = () => fail('not-found', '没有这个会话记录');

export function holdRecording(deps: ReplayDependencies): ConsoleHandler<ConsoleCalls['holdRecording']> {
  return async ({ trace, reason }, request) => {
    if ((await seenRecording(deps, request.member, trace)) === null) return absent();
    const wrong = publicReasonProblem(reason);
    if (wrong !== null) return wrong;
    const beside = (query: Query) => request.note({ subject: trace, detail: reason }, query);
    return answered(await holdKept(deps.evidence, trace, { by: String(request.member.id), reason, beside }));
  };
}

export function askRelease(deps: ReplayDependencies): ConsoleHandler<ConsoleCalls['askRelease']> {
  return async ({ trace, reason }, request) => {
    if ((await seenRecording(deps, request.member, trace)) === null) return absent();
    const wrong = publicReasonProblem(reason);
    if (wrong !== null) return wrong;
    const approvalNo = await deps.database.transaction(async (query) => {
      // Held until the end, so that two people cannot ask at once.
      const kept = await keptRecording(query, trace);
      if (kept?.held_at == null) return null;
      await query(`select 1 as held from evidence_recordings where shard = $1 and trace = $2 for update`, [
        kept.shard,
        trace,
      ]);
      const waiting = await query(
        `select 1 as waits from staff_approvals
         where kind = $1 and subject = $2 and status = 'waiting' and expires_at > $3`,
        [RELEASE.kind, trace, new Date(deps.clock.now())],
      );
      if (waiting.length > 0) return undefined;
      await request.note({ subject: trace, detail: reason }, query);
      const asking = { by: request.member, subject: trace, reason, payload: { trace, reason } };
      return deps.approvals.ask(query, RELEASE, asking);
    });
    if (approvalNo === null) return fail('staff-rule', '这个记录现在没有冻结，不用解除');
    if (approvalNo === undefined) return fail('staff-rule', '解除的申请还在等第二个人同意');
    return ok({ approvalNo: String(approvalNo), status: 'waiting' as const });
  };
}

export function linkDispute(deps: ReplayDependencies): ConsoleHandler<ConsoleCalls['linkDispute']> {
  return async ({ trace, disputeNo, beganOn, reason }, request) => {
    if ((await seenRecording(deps, request.member, trace)) === null) return absent();
    const beganAtMs = parseDate(beganOn) === null ? null : beijingMs(beganOn);
    if (beganAtMs === null) return fail('staff-rule', '没有这一天，请重新选日期');
    if (beganAtMs > deps.clock.now()) return fail('staff-rule', '争议日期还没有到，请重新选日期');
    const detail = `${disputeNo}，${beganOn}：${reason}`;
    const beside = (query: Query) => request.note({ subject: trace, detail }, query);
    const decision = { by: String(request.member.id), reason, beganAtMs, beside };
    return answered(await beginKeptDispute(deps.evidence, trace, disputeNo, decision));
  };
}

export function settleDispute(deps: ReplayDependencies): ConsoleHandler<ConsoleCalls['settleDispute']> {
  return async ({ trace, disputeNo }, request) => {
    if ((await seenRecording(deps, request.member, trace)) === null) return absent();
    const beside = (query: Query) => request.note({ subject: trace, detail: disputeNo }, query);
    return answered(await endDispute(deps.evidence, trace, disputeNo, beside));
  };
}
