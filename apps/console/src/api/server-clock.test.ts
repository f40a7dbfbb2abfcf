import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scheduledOr } from '../parts/scheduled-or.ts';
import { shortTime } from '../parts/when.ts';
import { noteServerTime, serverNow } from './server-clock.ts';

const DESK = Date.parse('2026-11-27T02:00:00Z');
const answeredAt = (moment: string) => new Response('', { headers: { date: new Date(moment).toUTCString() } });

beforeEach(() => {
  vi.useFakeTimers({ now: DESK, toFake: ['Date'] });
});
afterEach(() => {
  noteServerTime(new Response('', { headers: { date: new Date().toUTCString() } }), Date.now());
  vi.useRealTimers();
});

test('the moment is the server’s as soon as an answer tells it, and goes on with the desk’s clock', () => {
  expect(serverNow()).toBe(DESK);
  // A rehearsal three months ahead; the answer took two seconds.
  vi.setSystemTime(DESK + 2_000);
  noteServerTime(answeredAt('2027-02-27T02:00:01Z'), DESK);
  const ahead = Date.parse('2027-02-27T02:00:01Z') - (DESK + 1_000);
  expect(Math.abs(serverNow() - (DESK + 2_000 + ahead))).toBeLessThanOrEqual(500);
  vi.setSystemTime(DESK + 62_000);
  expect(Math.abs(serverNow() - (DESK + 62_000 + ahead))).toBeLessThanOrEqual(500);
  // What comes without a readable moment changes nothing.
  const before = serverNow();
  noteServerTime(new Response(''), DESK);
  expect(serverNow()).toBe(before);
});

test('a time of publishing begins five minutes after the server’s, and years are left out by its calendar', () => {
  noteServerTime(answeredAt('2027-12-31T15:58:00Z'), DESK);
  expect(scheduledOr(null)).toBe('2028-01-01 00:03');
  expect(scheduledOr('2027-05-01 09:30:00')).toBe('2027-05-01 09:30');
  expect(shortTime('2027-12-31 10:00:00')).toBe('12.31 10:00');
  noteServerTime(answeredAt('2027-12-31T16:01:00Z'), DESK);
  expect(shortTime('2027-12-31 10:00:00')).toBe('2027.12.31 10:00');
});
