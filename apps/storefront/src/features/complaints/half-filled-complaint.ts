import type { OwnComplaintValue } from '@huimin/contract';
import { halfFilledKind } from '../../channel/half-filled-kind.ts';

/** A complaint as it is being written. */
export interface ComplaintForm {
  /** Of the complaint that it becomes: sent once more after a reload, it is still the same one. */
  readonly clientKey: string;
  readonly category: OwnComplaintValue['category'] | null;
  readonly words: string;
  /** '' = of no order. */
  readonly orderNo: string;
}

/** The half-written complaint of this browser. */
export const HALF_FILLED_COMPLAINT = halfFilledKind<ComplaintForm>({
  drawer: 'complaint-form',
  sessionKey: 'huimin-complaint-form',
  bare: (form) => ({ ...form, words: '' }),
  isWorthKeeping: ({ category, words }) => category !== null || words.trim() !== '',
});
