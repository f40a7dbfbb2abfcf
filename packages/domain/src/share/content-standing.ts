import { nextStatus, type StatusTable, statusEntryOf } from '../status/index.ts';
import type { WordFinding } from './barred-words.ts';

/** Where a version of a card, a poster or an article stands. */
export type ShareContentStatus = 'draft' | 'approved' | 'replaced' | 'recalled';
type ShareContentEvent = 'Approved' | 'Replaced' | 'Recalled';

export const SHARE_CONTENT_TABLE: StatusTable<ShareContentStatus, ShareContentEvent> = {
  title: 'Share content',
  entries: [
    { status: 'draft', key: 'Draft', label: '待审批', tone: 'info' },
    { status: 'approved', key: 'Approved', label: '已审批', tone: 'success' },
    { status: 'replaced', key: 'Replaced', label: '有新版本', tone: 'neutral' },
    { status: 'recalled', key: 'Recalled', label: '已收回', tone: 'error' },
  ],
  initial: ['draft'],
  terminal: ['replaced', 'recalled'],
  rows: [
    ['draft', 'approved', 'Approved'],
    ['draft', 'replaced', 'Replaced'],
    ['draft', 'recalled', 'Recalled'],
    ['approved', 'replaced', 'Replaced'],
    ['approved', 'recalled', 'Recalled'],
  ],
};

export function shareContentLabel(status: ShareContentStatus): string {
  return statusEntryOf(SHARE_CONTENT_TABLE, status)?.label ?? status;
}

/** What a version becomes, or null when that cannot happen to it. */
export function nextContentStatus(status: ShareContentStatus, event: ShareContentEvent): ShareContentStatus | null {
  return nextStatus(SHARE_CONTENT_TABLE, status, event);
}

/** Product, insurers and intermediaries, in full. */
export interface FullNames {
  readonly product: string;
  readonly insurers: readonly string[];
  readonly intermediaries: readonly string[];
}

export interface ContentFacts {
  readonly status: ShareContentStatus;
  readonly approvalNo: string | null;
  readonly approvedBy: string | null;
  readonly expiresAtMs: number | null;
  /** The names as they were approved, and as the edition has them now; null when the edition is gone. */
  readonly names: FullNames;
  readonly namesNow: FullNames | null;
  readonly findings: readonly WordFinding[];
}

/** Why something is not shown; `shown` when it is. */
export type ContentStanding = 'shown' | 'not-approved' | 'recalled' | 'expired' | 'names-differ' | 'barred-words';

/** Whether a version may be shown and drawn at this moment. Everything is looked at anew each time: a recall is at once. */
export function contentStanding(facts: ContentFacts, nowMs: number): ContentStanding {
  if (facts.status === 'recalled') return 'recalled';
  if (facts.status !== 'approved' || !facts.approvalNo || !facts.approvedBy) return 'not-approved';
  if (facts.expiresAtMs === null || facts.expiresAtMs <= nowMs) return 'expired';
  if (facts.namesNow === null || !sameNames(facts.names, facts.namesNow)) return 'names-differ';
  return facts.findings.length > 0 ? 'barred-words' : 'shown';
}

/** Whether nothing of the names has changed. */
export function sameNames(a: FullNames, b: FullNames): boolean {
  const flat = ({ product, insurers, intermediaries }: FullNames) => [
    product,
    insurers.join('、'),
    intermediaries.join('、'),
  ];
  return flat(a).every((text, index) => text === flat(b)[index]);
}

export const STANDING_WORDS: Readonly<Record<ContentStanding, string>> = {
  shown: '正在展示',
  'not-approved': '没有审批',
  recalled: '已收回',
  expired: '审批已到期',
  'names-differ': '产品、保险公司或经纪公司的名称变了，要重新审批',
  'barred-words': '有不能用的词',
};
