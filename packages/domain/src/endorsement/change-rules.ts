import { coverageEnded, coverageStarted, type SaleDates, saleWindowAt } from '../product/index.ts';
import { type ChangeClass, type ChangeField, changeFieldRow } from './change-fields.ts';
import type { Correction } from './measure-correction.ts';

/**
 * When a change is asked for: while the edition is sold, once its lists are with the insurers, during cover, and after
 * it.
 */
export type ChangePhase = 'selling' | 'listed' | 'covered' | 'ended';

/** free: after the code to the phone; corrected: at once where it is a small correction with a proof, else reviewed. */
export type ChangeWay = 'free' | 'corrected' | 'reviewed' | 'refused';

/** Who may change what when. A table, so that it can be read as one. */
export const CHANGE_RULES: Readonly<Record<ChangeClass, Readonly<Record<ChangePhase, ChangeWay>>>> = {
  contact: { selling: 'free', listed: 'free', covered: 'free', ended: 'free' },
  region: { selling: 'free', listed: 'reviewed', covered: 'reviewed', ended: 'refused' },
  identity: { selling: 'corrected', listed: 'reviewed', covered: 'reviewed', ended: 'refused' },
};

export interface ChangeDates extends SaleDates {
  readonly validDate: string;
  readonly invalidDate: string;
}

/** Cover decides first: an edition may still be sold while its cover has begun. */
export function changePhaseAt(edition: ChangeDates, nowMs: number): ChangePhase {
  if (coverageEnded(edition, nowMs)) return 'ended';
  if (coverageStarted(edition, nowMs)) return 'covered';
  return saleWindowAt(edition, nowMs) === 'insureing' ? 'selling' : 'listed';
}

export type ChangeDecision =
  | { readonly way: 'at-once' }
  /** `why`: said to the person, so that nobody wonders why a person has to look. */
  | { readonly way: 'review'; readonly why: string }
  | { readonly way: 'refused'; readonly why: string };

const NOT_ANOTHER_PERSON = '只能更正写错的信息，不能换成另一个人。要换人请先退保，再重新参保';
const WHY_REVIEW: Readonly<Record<ChangePhase, string>> = {
  selling: '改动比较大，要看材料核对',
  listed: '参保名单已经交给保险公司，要审核后更正',
  covered: '保障期内仅可修改联系方式，如需更正证件信息请上传材料',
  ended: '',
};

export interface ChangeAsked {
  readonly fields: readonly ChangeField[];
  /** How far the identity moves; null where it stays. */
  readonly correction: Correction | null;
  /** The person was recognised by a check of identity made for this. */
  readonly isProven: boolean;
}

/** How a change of some fields goes on; the strictest of its fields decides. */
export function decideChange(asked: ChangeAsked, phase: ChangePhase): ChangeDecision {
  if (asked.correction === 'another-person') return { way: 'refused', why: NOT_ANOTHER_PERSON };
  const ways = asked.fields.map((field) => CHANGE_RULES[changeFieldRow(field).class][phase]);
  if (ways.includes('refused')) return { way: 'refused', why: '保障已经结束，只能修改联系方式' };
  if (ways.includes('reviewed')) return { way: 'review', why: WHY_REVIEW[phase] };
  if (!ways.includes('corrected')) return { way: 'at-once' };
  if (asked.correction !== 'small') return { way: 'review', why: WHY_REVIEW.selling };
  return asked.isProven ? { way: 'at-once' } : { way: 'review', why: '没有核验身份，要看证件照片核对' };
}

/** Working days within which a person looks at a change. */
export const REVIEW_WORKING_DAYS = 3;
