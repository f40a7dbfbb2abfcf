import { beijingDate, type HoursOfDay, nextInHours } from '../date/index.ts';
import { type MessagePurpose, messageKind } from './message-kinds.ts';

/** Nobody gets news as a text message before or after. */
const MESSAGE_HOURS: HoursOfDay = { fromMs: 8 * 3_600_000, toMs: 21 * 3_600_000 };

/** What is waited for, or what has to be known at once, comes at night too. */
const AT_ONCE: readonly MessagePurpose[] = ['code', 'money', 'security'];

/** The first moment from this one on at which a text message may go out. */
export function nextMessageMs(nowMs: number): number {
  return nextInHours(MESSAGE_HOURS, beijingDate(nowMs), nowMs);
}

/** Whether people are left alone now: what is new at night is told in the morning. */
export function isQuiet(nowMs: number): boolean {
  return nextMessageMs(nowMs) > nowMs;
}

/** Whether a message of this kind, new at night, waits for the morning. */
export function messageKeepsNight(kind: string): boolean {
  return !AT_ONCE.includes(messageKind(kind).purpose);
}

/** The first moment from this one on at which a message of this kind may go out. */
export function sendableMs(kind: string, nowMs: number): number {
  return messageKeepsNight(kind) ? nextMessageMs(nowMs) : nowMs;
}
