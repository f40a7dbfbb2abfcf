import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import { type EvidenceLog, noteUnmasking } from '../evidence/index.ts';
import { type ApprovalKind, type ConsoleHandler, NotPossible } from '../staff/index.ts';
import { publicReasonProblem } from './public-reason.ts';
import { type SeenBy, seenRecording, seesRecording } from './recording-scope.ts';
import type { ReplayDependencies } from './replay-deps.ts';
import { useOf } from './standing.ts';

const MINUTE_MS = 60_000;
/** How long somebody sees a recording as it was. */
const UNMASKED_MS = 15 * MINUTE_MS;
/** How long a request waits for the other person. */
const ASKED_MS = 24 * 60 * MINUTE_MS;

const KIND = 'recording-unmasking';

interface Unmasking {
  readonly trace: string;
  readonly shard: number;
}

/** Seeing a recording as it was needs another person each time. */
export const unmaskingKind = (log: EvidenceLog, deps: SeenBy): ApprovalKind<Unmasking> => ({
  kind: KIND,
  title: '看会话原文',
  asks: 'person.reveal',
  decides: 'person.approve',
  lastsMs: ASKED_MS,
  within: ({ trace }, member, { query }) => seesRecording(deps, query, member, trace),
  async run({ trace, shard }, { query, approvalId, askedBy, decidedBy, reason, nowMs }) {
    if (decidedBy === null) throw new NotPossible('staff-rule', '要由另一个人同意');
    await query(
      `insert into recording_unmaskings (shard, trace, staff_id, approval_id, until) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [shard, trace, askedBy.id, approvalId, new Date(nowMs + UNMASKED_MS)],
    );
    const [by, approver] = [askedBy.id, decidedBy.id];
    await noteUnmasking(log, query, { trace, approvalNo: approvalId, by, approver, reason, at: nowMs });
  },
});

export function askUnmasking(deps: ReplayDependencies): ConsoleHandler<ConsoleCalls['askUnmasking']> {
  return async ({ trace, reason }, request) => {
    const { query } = deps.database;
    const recording = await seenRecording(deps, request.member, trace);
    if (recording === null) return fail('not-found', '没有这个会话记录');
    const use = await useOf(query, recording);
    if (!use.mayBeUsed) return fail('staff-rule', use.refusal);
    const wrong = publicReasonProblem(reason);
    if (wrong !== null) return wrong;
    const nowMs = deps.clock.now();
    const until = await unmaskedUntil(query, recording, request.member.id, nowMs);
    if (until !== null) return fail('staff-rule', `已经可以看原文，到 ${beijingDateTime(until).slice(11, 16)} 为止`);
    if (await unmaskingWaits(query, trace, request.member.id, nowMs)) {
      return fail('staff-rule', '您的申请还在等第二个人同意');
    }
    const approvalNo = await deps.database.transaction(async (inside) => {
      await request.note({ subject: trace, detail: reason }, inside);
      const payload: Unmasking = { trace, shard: recording.shard };
      return deps.approvals.ask(inside, { kind: KIND }, { by: request.member, subject: trace, reason, payload });
    });
    return ok({ approvalNo: String(approvalNo), status: 'waiting' as const });
  };
}

/** Until when this person sees the recording as it was; null: masked. */
export async function unmaskedUntil(
  query: Query,
  { shard, trace }: Unmasking,
  staffId: number,
  nowMs: number,
): Promise<number | null> {
  const [row] = await query<{ until: number | null }>(
    `select max(until) as until from recording_unmaskings where shard = $1 and trace = $2 and staff_id = $3 and until > $4`,
    [shard, trace, staffId, new Date(nowMs)],
  );
  return row?.until ?? null;
}

export async function unmaskingWaits(query: Query, trace: string, staffId: number, nowMs: number): Promise<boolean> {
  const rows = await query(
    `select 1 as found from staff_approvals
     where kind = $1 and subject = $2 and asked_by = $3 and status = 'waiting' and expires_at > $4 limit 1`,
    [KIND, trace, staffId, new Date(nowMs)],
  );
  return rows.length > 0;
}
