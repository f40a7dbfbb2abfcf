import { expect, test } from 'vitest';
import { beijingMs } from '../date/index.ts';
import { bookedText, canBook, keepBookingUntilMs, tellsNow } from './index.ts';

const edition = {
  insureStart: '2026-11-02 09:00:00',
  insureEnd: '2026-12-31 23:59:59',
  underwriteEnd: '2027-01-10 23:59:59',
  underwriteComplete: false,
};

test.each([
  ['2026-10-15 12:00:00', true, false],
  ['2026-11-02 08:59:59', true, false],
  ['2026-11-02 09:00:00', false, true],
  ['2026-11-02 20:59:59', false, true],
  ['2026-11-02 21:00:00', false, false],
  ['2026-11-03 07:59:59', false, false],
  ['2026-11-03 08:00:00', false, true],
  ['2026-12-31 20:00:00', false, true],
  ['2027-01-01 10:00:00', false, false],
  ['2027-01-11 10:00:00', false, false],
])('at %s it can be booked: %s, and reminders go out: %s', (moment, books, tells) => {
  expect(canBook(edition, beijingMs(moment))).toBe(books);
  expect(tellsNow(edition, beijingMs(moment))).toBe(tells);
});

test('an edition that was ended before it began is not booked', () => {
  expect(canBook({ ...edition, underwriteComplete: true }, beijingMs('2026-10-15'))).toBe(false);
});

test('what was left is kept for thirty days after the sale', () => {
  expect(keepBookingUntilMs(edition, beijingMs('2026-10-15'))).toBe(beijingMs('2027-01-30 23:59:59'));
});

test('the words after booking name the product', () => {
  expect(bookedText('苏民安 2027')).toBe('预约成功！苏民安 2027开售后我们将第一时间短信提醒您');
});
