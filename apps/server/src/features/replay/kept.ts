import type { RecordingCheckValue, RecordingViewValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { readEntry } from '@huimin/evidence/log';
import type { Query } from '../../db/database.ts';
import { type KeptReport, keptRecording, objectsOf } from '../evidence/index.ts';
import type { RecordingRow } from '../recording/index.ts';
import { namesOf } from '../staff/index.ts';
import type { ReplayDependencies } from './replay-deps.ts';

/** The twelve checks as the desk calls them, in their order. */
const TITLES = [
  '存储帧和校验码',
  '分块哈希和前后链',
  '序号不断或缺段已说明',
  '清单签名',
  '叶子在日志里',
  '日志签名和一致性',
  '时间戳盖住检查点',
  '订单、付款、保单一致',
  '页面和条款版本早于会话',
  '告知在先，同意在后，再付款',
  '时钟单调',
  '保留到期日和锁',
] as const;

const VERDICTS: Readonly<Record<KeptReport['verdict'], string>> = {
  intact: '完整，没有改动',
  'intact-with-gaps': '没有改动，有缺段',
  altered: '被改动过',
  incomplete: '没有改动，但不完整',
  'erased-by-rule': '已按规则销毁',
};

/** A check as the desk shows it. */
export function checkView({ depth, verdict, gaps, findings }: KeptReport, atMs: number): RecordingCheckValue {
  const lines = findings.map(({ check, state, detail }): RecordingCheckValue['lines'][number] => {
    const explained = check === 3 && state === 'ok' && gaps.count > 0;
    return {
      number: check,
      title: TITLES[check - 1] ?? '',
      state: explained ? 'warn' : state,
      detail: explained ? `${detail}；缺 ${gaps.count} 段，共 ${gaps.seconds} 秒，已说明` : detail,
    };
  });
  const count = (state: string) => lines.filter((line) => line.state === state).length;
  const parts = [
    `${count('ok')} 项通过`,
    count('warn') > 0 ? `${count('warn')} 项有说明` : '',
    count('failed') > 0 ? `${count('failed')} 项不符` : '',
    count('unchecked') > 0 ? `${count('unchecked')} 项没法验` : '',
  ];
  return {
    at: beijingDateTime(atMs),
    deep: depth === 'deep',
    verdict,
    verdictLabel:
      gaps.count > 0 && verdict === 'intact-with-gaps' ? `完整，有 ${gaps.count} 处缺段` : VERDICTS[verdict],
    summary: `${parts.filter((part) => part !== '').join('，')}${verdict === 'altered' ? '' : '；没有改动'}`,
    lines,
  };
}

/** The last check that was made of what is sealed; null while there is none. */
export async function keptCheck(query: Query, { shard, trace }: RecordingRow): Promise<RecordingCheckValue | null> {
  const [row] = await query<{ report: KeptReport | null; checked_at: number | null }>(
    `select report, checked_at from evidence_recordings where shard = $1 and trace = $2`,
    [shard, trace],
  );
  return row?.report && row.checked_at !== null ? checkView(row.report, row.checked_at) : null;
}

/** What is sealed of it: each manifest by its hash, and which authority first stamped a tree that holds it. */
export async function sealsOf(query: Query, trace: string): Promise<RecordingViewValue['seals']> {
  const seals: RecordingViewValue['seals'] = [];
  for (const { addendum, step, sealed_at: at, manifest_sha256: hash } of await objectsOf(query, trace)) {
    if (step !== 'sealed' || hash === null) continue;
    const stamps = await query<{ authority: number; stamped_at: number }>(
      `select distinct on (s.authority) s.authority, s.stamped_at from log_entries e
       join log_checkpoints c on c.size > e.position join log_stamps s on s.checkpoint = c.number
       where e.key = $1 order by s.authority, c.number, s.stamped_at`,
      [`manifest ${trace} ${addendum}`],
    );
    seals.push({
      addendum,
      sealedAt: beijingDateTime(at),
      manifestSha256: hash.toString('hex'),
      stamps: stamps.map((stamp) => ({ authority: stamp.authority, at: beijingDateTime(stamp.stamped_at) })),
    });
  }
  return seals;
}

/** For how long it is kept, and what was decided about that. */
export async function keepingOf(
  deps: ReplayDependencies,
  { shard, trace }: RecordingRow,
): Promise<RecordingViewValue['keeping']> {
  const { query } = deps.database;
  const kept = await keptRecording(query, trace);
  const disputes = await query<{
    dispute_no: string;
    reason: string;
    noted_by: string;
    began_at: number;
    ended_at: number | null;
  }>(
    `select dispute_no, reason, noted_by, began_at, ended_at from evidence_disputes
     where shard = $1 and trace = $2 order by began_at desc, dispute_no`,
    [shard, trace],
  );
  const held = kept?.held_at == null ? null : await holdOf(query, trace);
  const decided = [...disputes.map(({ noted_by: by }) => by), held?.by ?? ''];
  const names = await namesOf(deps, query, decided.map(staffNumber));
  const nameOf = (by: string) => names.get(staffNumber(by) ?? 0) ?? by;
  const waits = await query(
    `select 1 as waits from staff_approvals
     where kind = 'evidence-release' and subject = $1 and status = 'waiting' and expires_at > $2
     union all
     select 1 from evidence_recordings where shard = $3 and trace = $1 and release_agreed is not null limit 1`,
    [trace, new Date(deps.clock.now()), shard],
  );
  return {
    until: kept === null ? null : beijingDateTime(kept.kept_until),
    rule: kept?.kept_rule ?? '',
    hold: held && { at: beijingDateTime(held.at), by: nameOf(held.by), reason: held.reason },
    releaseWaits: waits.length > 0,
    disputes: disputes.map(({ dispute_no: disputeNo, reason, noted_by: by, began_at: began, ended_at: ended }) => ({
      ...{ disputeNo, reason, by: nameOf(by) },
      beganAt: beijingDateTime(began),
      endedAt: ended === null ? null : beijingDateTime(ended),
    })),
  };
}

/** Whoever decided at a command line is no number of the staff. */
const staffNumber = (by: string): number | null => (/^\d{1,9}$/.test(by) ? Number(by) : null);

/** The last hold, as the public log says it. */
async function holdOf(query: Query, trace: string): Promise<{ at: number; by: string; reason: string } | null> {
  const rows = await query<{ entry: Buffer }>(
    `select entry from log_entries where starts_with(key, $1) order by appended_at desc limit 1`,
    [`hold ${trace} `],
  );
  const entry = rows[0] && readEntry(rows[0].entry);
  return entry?.type === 'hold' ? { at: entry.at, by: entry.by, reason: entry.reason } : null;
}
