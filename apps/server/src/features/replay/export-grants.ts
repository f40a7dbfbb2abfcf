import type { ExportContentValue, ExportGrantValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { mayStaff } from '@huimin/domain/staff';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { type EvidenceLog, notePassedOn, passingOn } from '../evidence/index.ts';
import { type RecordingRow, recordingByTrace } from '../recording/index.ts';
import { type ApprovalKind, NotPossible, namesOf } from '../staff/index.ts';
import { type SeenBy, seesRecording } from './recording-scope.ts';

const HOUR_MS = 3_600_000;
/** How long what was agreed to may be fetched. */
const FETCHED_MS = 24 * HOUR_MS;
/** How long a request waits for the other person. */
const ASKED_MS = 72 * HOUR_MS;

export const EXPORT_KIND = 'evidence-export';
export const EXPORT_LABELS: Readonly<Record<ExportContentValue, string>> = {
  proofs: '只导出证明',
  masked: '画面和证明，不含个人填写的内容',
  unmasked: '画面、证明和个人信息原文',
};

interface Exporting {
  readonly trace: string;
  readonly shard: number;
  readonly content: ExportContentValue;
  /** As it was typed, for the public log. */
  readonly reason: string;
}

export interface GrantRow extends Exporting {
  readonly approval_id: number;
  readonly staff_id: number;
  readonly approved_by: number;
  readonly approved_at: number;
  readonly until: number;
  readonly taken_at: number | null;
}

/** Taking a recording out needs another person each time; then the asker alone fetches it, for a day. */
export function exportKind(log: EvidenceLog, deps: SeenBy): ApprovalKind<Exporting> {
  return {
    kind: EXPORT_KIND,
    title: '导出证据包',
    asks: 'export.ask',
    decides: 'export.approve',
    lastsMs: ASKED_MS,
    within: ({ trace }, member, { query }) => seesRecording(deps, query, member, trace),
    async run({ trace, shard, content, reason }, { query, approvalId, askedBy, decidedBy, nowMs }) {
      if (decidedBy === null || decidedBy.id === askedBy.id) throw new NotPossible('staff-rule', '要由另一个人同意');
      // Whether it opens is asked when it is fetched.
      const { whyNot } = await passingOn(log, trace, null, query);
      if (whyNot !== null) throw new NotPossible('staff-rule', whyNot);
      if (content === 'unmasked' && !mayStaff(askedBy.roles, 'person.reveal')) {
        throw new NotPossible('staff-rule', '申请人现在不能看个人信息原文了，不能再办');
      }
      await query(
        `insert into recording_exports (shard, trace, approval_id, staff_id, approved_by, content, reason, approved_at, until)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          ...[shard, trace, approvalId, askedBy.id, decidedBy.id, content, reason],
          ...[new Date(nowMs), new Date(nowMs + FETCHED_MS)],
        ],
      );
    },
  };
}

/** What this person may take out of a recording at the moment: what was agreed to last. */
export async function grantOf(
  query: Query,
  { shard, trace }: Pick<RecordingRow, 'shard' | 'trace'>,
  staffId: number,
  nowMs: number,
): Promise<GrantRow | null> {
  const [row] = await query<GrantRow>(
    `select * from recording_exports where shard = $1 and trace = $2 and staff_id = $3 and until > $4
     order by approved_at desc, approval_id desc limit 1`,
    [shard, trace, staffId, new Date(nowMs)],
  );
  return row ?? null;
}

/** Whether this person may draw key pages with what somebody typed in them. */
export async function mayDrawUnmasked(query: Query, trace: string, staffId: number, nowMs: number): Promise<boolean> {
  const recording = await recordingByTrace(query, trace);
  return recording !== null && (await grantOf(query, recording, staffId, nowMs))?.content === 'unmasked';
}

/** It goes out: said in the log and the list when it does for the first time. In the transaction of the audit log's entry. */
export async function takeOut(log: EvidenceLog, query: Query, grant: GrantRow, nowMs: number): Promise<void> {
  const { shard, trace, approval_id: approvalNo, staff_id: by, approved_by: approver, reason } = grant;
  const taken = await query(
    `update recording_exports set taken_at = $4 where shard = $1 and trace = $2 and approval_id = $3 and taken_at is null
     returning 1 as taken`,
    [shard, trace, approvalNo, new Date(nowMs)],
  );
  if (taken.length > 0) await notePassedOn(log, query, { trace, approvalNo, by, approver, reason, at: nowMs });
}

/** By the order where there is one. */
export const fileNameOf = (trace: string, orderNo: string | undefined): string =>
  `${orderNo ?? `${trace.slice(0, 12)}`}.evidence`;

export async function shownGrant(
  core: Pick<Core, 'vault' | 'database'>,
  grant: GrantRow,
  orderNo: string | undefined,
): Promise<ExportGrantValue> {
  const names = await namesOf(core, core.database.query, [grant.staff_id, grant.approved_by]);
  return {
    exportNo: String(grant.approval_id),
    content: grant.content,
    reason: grant.reason,
    askedBy: names.get(grant.staff_id) ?? '',
    approvedBy: names.get(grant.approved_by) ?? '',
    approvedAt: beijingDateTime(grant.approved_at),
    until: beijingDateTime(grant.until),
    takenAt: grant.taken_at === null ? null : beijingDateTime(grant.taken_at),
    fileName: fileNameOf(grant.trace, orderNo),
  };
}
