import type { StatusTable } from '../status/index.ts';

/** Where a recording of a sale stands. */
export type RecordingStatus =
  | 'collecting'
  | 'sealed'
  | 'sealed-with-gaps'
  | 'exported'
  | 'restricted'
  | 'held'
  | 'due'
  | 'erased';

export type RecordingEvent =
  | 'Sealed'
  | 'SealedWithGaps'
  | 'Exported'
  | 'ErasureAsked'
  | 'LiftedCollecting'
  | 'LiftedSealed'
  | 'LiftedWithGaps'
  | 'LiftedExported'
  | 'Held'
  | 'ReleasedCollecting'
  | 'ReleasedSealed'
  | 'ReleasedWithGaps'
  | 'ReleasedExported'
  | 'ReleasedRestricted'
  | 'ReleasedDue'
  | 'PeriodEnded'
  | 'ProlongedSealed'
  | 'ProlongedWithGaps'
  | 'ProlongedExported'
  | 'ProlongedRestricted'
  | 'Erased';

/**
 * Which move is possible. From `held`, `due` and `restricted` a recording comes back to what it was, which the event says; late batches
 * may fill a gap or show one; a recording that is held is never due.
 */
export const RECORDING_STATUS_TABLE: StatusTable<RecordingStatus, RecordingEvent> = {
  title: 'Recording of a sale',
  entries: [
    { status: 'collecting', key: 'Collecting', label: '采集中', tone: 'info' },
    { status: 'sealed', key: 'Sealed', label: '已封存', tone: 'success' },
    { status: 'sealed-with-gaps', key: 'SealedWithGaps', label: '缺段', tone: 'warn' },
    { status: 'exported', key: 'Exported', label: '已导出', tone: 'neutral' },
    { status: 'restricted', key: 'Restricted', label: '限制处理', tone: 'warn' },
    { status: 'held', key: 'Held', label: '司法冻结', tone: 'error' },
    { status: 'due', key: 'Due', label: '到期待销毁', tone: 'warn' },
    { status: 'erased', key: 'Erased', label: '已销毁', tone: 'neutral' },
  ],
  initial: ['collecting'],
  terminal: ['erased'],
  rows: [
    ['collecting', 'sealed', 'Sealed'],
    ['collecting', 'sealed-with-gaps', 'SealedWithGaps'],
    ['sealed', 'sealed-with-gaps', 'SealedWithGaps'],
    ['sealed-with-gaps', 'sealed', 'Sealed'],
    ['sealed', 'exported', 'Exported'],
    ['sealed-with-gaps', 'exported', 'Exported'],
    ['collecting', 'restricted', 'ErasureAsked'],
    ['sealed', 'restricted', 'ErasureAsked'],
    ['sealed-with-gaps', 'restricted', 'ErasureAsked'],
    ['exported', 'restricted', 'ErasureAsked'],
    ['restricted', 'collecting', 'LiftedCollecting'],
    ['restricted', 'sealed', 'LiftedSealed'],
    ['restricted', 'sealed-with-gaps', 'LiftedWithGaps'],
    ['restricted', 'exported', 'LiftedExported'],
    ['collecting', 'held', 'Held'],
    ['sealed', 'held', 'Held'],
    ['sealed-with-gaps', 'held', 'Held'],
    ['exported', 'held', 'Held'],
    ['restricted', 'held', 'Held'],
    ['due', 'held', 'Held'],
    ['held', 'collecting', 'ReleasedCollecting'],
    ['held', 'sealed', 'ReleasedSealed'],
    ['held', 'sealed-with-gaps', 'ReleasedWithGaps'],
    ['held', 'exported', 'ReleasedExported'],
    ['held', 'restricted', 'ReleasedRestricted'],
    ['held', 'due', 'ReleasedDue'],
    ['sealed', 'due', 'PeriodEnded'],
    ['sealed-with-gaps', 'due', 'PeriodEnded'],
    ['exported', 'due', 'PeriodEnded'],
    ['restricted', 'due', 'PeriodEnded'],
    ['due', 'sealed', 'ProlongedSealed'],
    ['due', 'sealed-with-gaps', 'ProlongedWithGaps'],
    ['due', 'exported', 'ProlongedExported'],
    ['due', 'restricted', 'ProlongedRestricted'],
    ['due', 'erased', 'Erased'],
  ],
};

/** What is known of a recording, by which it has its status. */
export interface RecordingStanding {
  readonly sealed: boolean;
  readonly gaps: boolean;
  readonly exported: boolean;
  readonly restricted: boolean;
  readonly held: boolean;
  readonly due: boolean;
  readonly erased: boolean;
}

/** The one word for what is known, the weightiest first. */
export function recordingStatus(standing: RecordingStanding): RecordingStatus {
  if (standing.erased) return 'erased';
  if (standing.held) return 'held';
  if (standing.sealed && standing.due) return 'due';
  if (standing.restricted) return 'restricted';
  if (!standing.sealed) return 'collecting';
  if (standing.exported) return 'exported';
  return standing.gaps ? 'sealed-with-gaps' : 'sealed';
}

/** What a person's claim for erasure leads to, by the status of the recording. */
export const ERASURE_CLAIM: Readonly<Record<RecordingStatus, 'restrict' | 'none'>> = {
  collecting: 'restrict',
  sealed: 'restrict',
  'sealed-with-gaps': 'restrict',
  exported: 'restrict',
  restricted: 'none',
  held: 'restrict',
  // It goes by itself.
  due: 'none',
  erased: 'none',
};

/** What may be done with a recording in a status. */
export interface RecordingUse {
  /** Looked at, searched, unmasked, passed on. */
  readonly mayBeUsed: boolean;
  readonly mayBeErased: boolean;
  /** Said to whoever asks for what is not allowed. */
  readonly refusal: string;
}

export const RECORDING_USE: Readonly<Record<RecordingStatus, RecordingUse>> = {
  collecting: { mayBeUsed: true, mayBeErased: false, refusal: '还在采集，封存之后再办' },
  sealed: { mayBeUsed: true, mayBeErased: false, refusal: '保存期限未到，不能销毁' },
  'sealed-with-gaps': { mayBeUsed: true, mayBeErased: false, refusal: '保存期限未到，不能销毁' },
  exported: { mayBeUsed: true, mayBeErased: false, refusal: '保存期限未到，不能销毁' },
  restricted: {
    mayBeUsed: false,
    mayBeErased: false,
    refusal: '本人已要求停止使用或删除，保存期限内只保存，不作其他处理',
  },
  held: { mayBeUsed: true, mayBeErased: false, refusal: '司法冻结中，解冻之前不能销毁' },
  due: { mayBeUsed: false, mayBeErased: true, refusal: '保存期限已过，只待销毁' },
  erased: { mayBeUsed: false, mayBeErased: false, refusal: '已按规则销毁，内容不能恢复' },
};
