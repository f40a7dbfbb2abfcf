import type { StaffRole } from '@huimin/contract/vocabulary';
import { REVIEW_STATUS_TABLE, type ReviewEvent, type ReviewStatus } from './review-status.ts';

/** Who agreed to the draft as it is now. */
export interface ReviewAgreement {
  readonly staffId: number;
  readonly roles: readonly StaffRole[];
}

export interface ReviewedDraft {
  readonly status: ReviewStatus;
  /** Everybody who changed it since it was begun. */
  readonly editors: readonly number[];
  readonly agreements: readonly ReviewAgreement[];
}

interface Reviewer {
  readonly id: number;
  readonly roles: readonly StaffRole[];
}

/** The status after an event; null where it does not happen in this one. */
export function afterReviewEvent(status: ReviewStatus, event: ReviewEvent): ReviewStatus | null {
  return REVIEW_STATUS_TABLE.rows.find(([from, , name]) => from === status && name === event)?.[1] ?? null;
}

/** Why somebody may not agree to a draft, as a sentence; null when they may. The right itself is asked for before. */
export function whyNoAgreement(draft: ReviewedDraft, reviewer: Reviewer): string | null {
  const problem = whyNoDecision(draft, reviewer);
  if (problem !== null) return problem;
  if (draft.agreements.some(({ staffId }) => staffId === reviewer.id)) return '您已经审过这一稿，二审要另一个人';
  const before = new Set(draft.agreements.flatMap(({ roles }) => roles));
  if (before.size > 0 && reviewer.roles.every((role) => before.has(role))) {
    return '两审要来自不同角色：合规和经纪公司各一位';
  }
  return null;
}

/** Why somebody may not decide on a draft at all, also not send it back. */
export function whyNoDecision(draft: ReviewedDraft, reviewer: Pick<Reviewer, 'id'>): string | null {
  if (draft.status !== 'first' && draft.status !== 'second') return '这一稿现在不在审批中';
  return draft.editors.includes(reviewer.id) ? '改过这一稿的人不能审它' : null;
}

/** Why a draft cannot be published at a moment, as a sentence; null when it can. */
export function whyNoSchedule(status: ReviewStatus, atMs: number, nowMs: number): string | null {
  if (status !== 'approved' && status !== 'scheduled') return '两审都通过后才能定时发布';
  if (atMs < nowMs - 60_000) return '发布时间已经过了，请重新选';
  if (atMs > nowMs + 400 * 86_400_000) return '发布时间太远，最多提前 400 天';
  return null;
}

/** What keeps a draft from being handed in and from going live, each check by its name with why; null when nothing does. */
export function failedChecksSentence(
  checks: readonly { readonly label: string; readonly problem: string | null }[],
): string | null {
  const failed = checks.filter(({ problem }) => problem !== null);
  if (failed.length === 0) return null;
  return `发布检查还有 ${failed.length} 项没过：${failed.map(({ label, problem }) => `${label}（${problem}）`).join('；')}`;
}
