import { Readable } from 'node:stream';
import type { ConsoleCalls, ExportContentValue } from '@huimin/contract/console';
import { mayStaff } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import { fail, ok, type Reply } from '../../http/handler.ts';
import { makePackage, passingOn } from '../evidence/index.ts';
import { keysOrWhy, openKeys, type RecordingRow } from '../recording/index.ts';
import type { ConsoleHandler, ConsoleRequest } from '../staff/index.ts';
import {
  EXPORT_KIND,
  EXPORT_LABELS,
  fileNameOf,
  type GrantRow,
  grantOf,
  shownGrant,
  takeOut,
} from './export-grants.ts';
import { publicReasonProblem } from './public-reason.ts';
import { orderNosOf } from './recording-lines.ts';
import { seenRecording } from './recording-scope.ts';
import type { ReplayDependencies } from './replay-deps.ts';

const ONLY_PROOFS = '现在只能导出证明，证明不受影响';
const unopened = (why: string | null): string => `${why ?? '这个记录的密钥已经销毁'}。${ONLY_PROOFS}`;

/** The recording, where this person may look at recordings at all. */
async function recordingFor(
  deps: ReplayDependencies,
  trace: string,
  { member }: ConsoleRequest,
): Promise<Reply<RecordingRow>> {
  if (!mayStaff(member.roles, 'evidence.view')) return fail('staff-may-not');
  const recording = await seenRecording(deps, member, trace);
  return recording === null ? fail('not-found', '没有这个会话记录') : ok(recording);
}

/** What opens a recording and why it cannot be opened; destroyed keys open nothing either. */
async function keysFor({ recordings }: ReplayDependencies, recording: RecordingRow) {
  const { keys, why } = await keysOrWhy(() => recordings.keysOf(recording));
  return { opens: keys !== null, why };
}

function contentsFor({ member }: ConsoleRequest, plain: boolean, opens: boolean): ExportContentValue[] {
  const all: ExportContentValue[] = ['masked', 'proofs', 'unmasked'];
  return all.filter(
    (content) =>
      (opens || content === 'proofs') &&
      !(content === 'masked' && plain) &&
      (content !== 'unmasked' || mayStaff(member.roles, 'person.reveal')),
  );
}

async function waits(query: Query, trace: string, staffId: number, nowMs: number): Promise<boolean> {
  const rows = await query(
    `select 1 as found from staff_approvals
     where kind = $1 and subject = $2 and asked_by = $3 and status = 'waiting' and expires_at > $4 limit 1`,
    [EXPORT_KIND, trace, staffId, new Date(nowMs)],
  );
  return rows.length > 0;
}

export function showExport(deps: ReplayDependencies): ConsoleHandler<ConsoleCalls['showExport']> {
  const { query } = deps.database;
  return async ({ trace }, request) => {
    const found = await recordingFor(deps, trace, request);
    if (!found.ok) return found;
    const { opens, why } = await keysFor(deps, found.value);
    const { whyNot, notes, plain } = await passingOn(deps.evidence.evidenceLog, trace, why);
    const nowMs = deps.clock.now();
    const grant = await grantOf(query, found.value, request.member.id, nowMs);
    const [orderNo] = (await orderNosOf(deps, query, [trace])).get(trace) ?? [];
    const told = [
      ...(why === null ? [] : [`${why}。${ONLY_PROOFS}`]),
      ...(plain ? ['普通客户端没有把个人信息分开存，画面不能遮盖着导出：只能导出证明，或者含原文的画面'] : []),
    ];
    return ok({
      whyNot,
      notes: [...notes, ...told],
      contents: contentsFor(request, plain, opens).map((content) => ({ content, label: EXPORT_LABELS[content] })),
      waiting: await waits(query, trace, request.member.id, nowMs),
      grant: grant && (await shownGrant(deps, grant, orderNo)),
    });
  };
}

export function askExport(deps: ReplayDependencies): ConsoleHandler<ConsoleCalls['askExport']> {
  return async ({ trace, content, reason }, request) => {
    const found = await recordingFor(deps, trace, request);
    if (!found.ok) return found;
    const wrong = publicReasonProblem(reason);
    if (wrong !== null) return wrong;
    const { opens, why } = await keysFor(deps, found.value);
    const { whyNot, plain } = await passingOn(deps.evidence.evidenceLog, trace, why);
    if (whyNot !== null) return fail('staff-rule', whyNot);
    if (!contentsFor(request, plain, opens).includes(content)) {
      if (!opens && content !== 'proofs') return fail('staff-rule', unopened(why));
      return fail(
        'staff-rule',
        content === 'unmasked'
          ? '您的角色不能导出个人信息原文'
          : '这份记录的画面不能遮盖着导出，请选只导出证明，或者含原文',
      );
    }
    const nowMs = deps.clock.now();
    if (await waits(deps.database.query, trace, request.member.id, nowMs)) {
      return fail('staff-rule', '您的申请还在等第二个人同意');
    }
    const approvalNo = await deps.database.transaction(async (inside) => {
      const details = EXPORT_LABELS[content];
      await request.note({ subject: trace, detail: `${details}。原因：${reason}` }, inside);
      return deps.approvals.ask(
        inside,
        { kind: EXPORT_KIND },
        {
          by: request.member,
          subject: trace,
          details,
          reason,
          payload: { trace, shard: found.value.shard, content, reason },
        },
      );
    });
    return ok({ approvalNo: String(approvalNo), status: 'waiting' as const });
  };
}

/** What may be taken out now, having been written down; else why not. */
export async function taken(
  deps: ReplayDependencies,
  trace: string,
  request: ConsoleRequest,
  how: string,
): Promise<Reply<{ readonly grant: GrantRow; readonly orderNo: string | undefined; readonly atMs: number }>> {
  const found = await recordingFor(deps, trace, request);
  if (!found.ok) return found;
  const { query } = deps.database;
  const log = deps.evidence.evidenceLog;
  const atMs = deps.clock.now();
  const grant = await grantOf(query, found.value, request.member.id, atMs);
  if (grant === null) return fail('staff-rule', '导出要先申请，另一个人同意后 24 小时内由申请人本人下载');
  const { opens, why } = await keysFor(deps, found.value);
  const { whyNot } = await passingOn(log, trace, why);
  if (whyNot !== null) return fail('staff-rule', whyNot);
  // Before the public log says that it went out.
  if (!opens && grant.content !== 'proofs') return fail('staff-rule', unopened(why));
  await deps.database.transaction(async (inside) => {
    await takeOut(log, inside, grant, atMs);
    await request.note(
      { subject: trace, detail: `${how}：${EXPORT_LABELS[grant.content]}，申请 ${grant.approval_id}` },
      inside,
    );
  });
  if (grant.content !== 'proofs') {
    await openKeys(deps.recordings, trace, { by: String(request.member.id), reason: how });
  }
  const [orderNo] = (await orderNosOf(deps, query, [trace])).get(trace) ?? [];
  return ok({ grant: { ...grant, taken_at: grant.taken_at ?? atMs }, orderNo, atMs });
}

export function downloadExport(deps: ReplayDependencies): ConsoleHandler<ConsoleCalls['downloadExport']> {
  return async ({ trace }, request) => {
    const out = await taken(deps, trace, request, '下载证据包');
    if (!out.ok) return out;
    const { grant, orderNo, atMs: exportedAtMs } = out.value;
    const fileName = fileNameOf(trace, orderNo);
    const made = await makePackage(deps.evidence, { trace, content: grant.content, exportedAtMs, fileName });
    if (made === null) return fail('staff-rule', '封存的记录取不出来，请联系系统管理员');
    return ok({
      pieces: Readable.from(made.pieces),
      aboutBytes: made.bytes,
      contentType: 'application/vnd.huimin.evidence+zip',
      ...{ fileName, disposition: 'attachment' as const },
    });
  };
}
