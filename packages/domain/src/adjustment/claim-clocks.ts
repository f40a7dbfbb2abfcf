import { addDays, addYears, type BeijingDay, formatDotDate } from '../date/index.ts';
import type { ClaimStatus } from './claim-status.ts';

/** The days the clocks of the insurance law run from. */
export interface ClaimDays {
  readonly status: ClaimStatus;
  readonly acceptedOn: BeijingDay;
  /** On which all papers were there; null: with the claim. */
  readonly papersOn: BeijingDay | null;
  /** On which it was agreed to pay, or refused. */
  readonly decidedOn: BeijingDay | null;
  readonly visitTo: BeijingDay;
}

/** A day by which something has to be done, by law. */
export interface ClaimClock {
  readonly key: 'decide' | 'pay' | 'tell-refusal' | 'claim-by';
  readonly byDay: BeijingDay;
  readonly text: string;
  readonly isOver: boolean;
}

// Insurance law, articles 22 to 26.
const DECIDE_DAYS = 30;
const PAY_DAYS = 10;
const TELL_REFUSAL_DAYS = 3;
const CLAIM_YEARS = 2;

/** The clock that runs for a claim, or null: then nothing is owed by a day. */
export function claimClock(claim: ClaimDays, today: BeijingDay): ClaimClock | null {
  const clock = (key: ClaimClock['key'], byDay: BeijingDay, say: (day: string) => string): ClaimClock => ({
    ...{ key, byDay, text: say(formatDotDate(byDay)), isOver: today > byDay },
  });
  switch (claim.status) {
    case 'accepted':
    case 'reviewing':
    case 'calculating':
      return clock(
        'decide',
        addDays(claim.papersOn ?? claim.acceptedOn, DECIDE_DAYS),
        (day) => `最晚 ${day} 有结果（资料齐了以后 30 天内）`,
      );
    case 'papers-asked':
      return clock(
        'claim-by',
        addYears(claim.visitTo, CLAIM_YEARS),
        (day) => `请尽快补齐资料，最晚 ${day}（两年的申请期限）`,
      );
    case 'to-pay':
      return claim.decidedOn === null
        ? null
        : clock('pay', addDays(claim.decidedOn, PAY_DAYS), (day) => `预计 ${day} 前到账（同意赔付后 10 天内）`);
    case 'refused':
      return claim.decidedOn === null
        ? null
        : clock(
            'tell-refusal',
            addDays(claim.decidedOn, TELL_REFUSAL_DAYS),
            (day) => `${day} 前会有书面通知，写明原因`,
          );
    case 'paid':
    case 'withdrawn':
      return null;
  }
}
