import { beijingDate } from '@huimin/domain/date';
import { serverNow } from '../api/server-clock.ts';

/**
 * Every moment of the console is written in one way, Beijing time, from what the server says (`2026-11-24T10:31:05` or with
 * a blank). What is absent is a dash.
 */
type Moment = string | null | undefined;

const ABSENT = '—';
const dotted = (text: string) => text.replace('T', ' ').replace(/-/g, '.');
const part = (at: Moment, from: number, to: number): string => (at ? dotted(at.slice(from, to)) : ABSENT);
const isThisYear = (at: Moment): boolean => at?.slice(0, 4) === beijingDate(serverNow()).slice(0, 4);
/** Without the year while it is this one: an edition's orders and refunds go over from one into the next. */
const inYear = (at: Moment, to: number): string => part(at, isThisYear(at) ? 5 : 0, to);

/** 11.24 10:31; of another year 2025.11.24 10:31 */
export const shortTime = (at: Moment): string => inYear(at, 16);
/** 11.24 10:31:05; of another year with it */
export const shortTimeSeconds = (at: Moment): string => inYear(at, 19);
/** 2026.11.24 10:31:05 */
export const longTimeSeconds = (at: Moment): string => part(at, 0, 19);
/** 2026.11.24 10:31 */
export const longTime = (at: Moment): string => part(at, 0, 16);
/** 2026.11.24 */
export const writtenDay = (at: Moment): string => part(at, 0, 10);
/** 11.24; of another year with it */
export const shortDay = (at: Moment): string => inYear(at, 10);
/** 10:31 */
export const clockTime = (at: Moment): string => part(at, 11, 16);
/** A text of the server with the days in it written as here: 理赔结果 2026.11.24. */
export const dottedDays = (text: string): string =>
  text.replace(/\b(\d{4})-(\d\d)-(\d\d)(?!\d)( 到 \d\d-\d\d\b)?/g, (_, year, month, day, until = '') =>
    [`${year}.${month}.${day}`, until.replace('-', '.')].join(''),
  );
