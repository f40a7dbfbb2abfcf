import type { HappeningValue } from '@huimin/contract/console';
import { expect, test } from 'vitest';
import { clockText, ticksOf, timelineScale } from './timeline-scale.ts';

const VISIT = { from: 1_000_000, to: 1_300_000 };
const DRAWING = { left: 50, width: 600 };
const DAY_MS = 24 * 3_600_000;
const happened = (kind: HappeningValue['kind'], at: number): HappeningValue =>
  ({ kind, at, until: null, label: '', text: '', bad: false }) as unknown as HappeningValue;

test('a visit alone takes the whole width', () => {
  const { x, timeAt, end, later } = timelineScale(VISIT, [happened('page', 1_100_000)], DRAWING);
  expect([x(VISIT.from), x(1_150_000), x(VISIT.to), end]).toEqual([50, 350, 650, 650]);
  expect(later).toEqual([]);
  expect(timeAt(350)).toBe(1_150_000);
});

test('a refund weeks later leaves the visit its width, and stands behind its end in its turn', () => {
  const issued = happened('server', VISIT.to + 60_000);
  const refunded = happened('server', VISIT.to + 20 * DAY_MS);
  const { x, timeAt, end, later } = timelineScale(VISIT, [happened('page', 1_100_000), issued, refunded], DRAWING);
  expect(later).toEqual([issued, refunded]);
  expect(x(VISIT.to)).toBe(end);
  expect(end - DRAWING.left).toBeGreaterThan(DRAWING.width * 0.8);
  expect(x(issued.at)).toBeGreaterThan(end);
  expect(x(refunded.at)).toBeGreaterThan(x(issued.at));
  expect(x(refunded.at)).toBeLessThan(DRAWING.left + DRAWING.width);
  // A press there goes to the last picture there is.
  expect(timeAt(x(refunded.at))).toBe(VISIT.to);
});

test('a time is told as long as it is', () => {
  expect([156_000, 3_756_000, 20 * DAY_MS + 5_000].map(clockText)).toEqual(['02:36', '1:02:36', '20 天后']);
});

test.each([
  [400, ['00:00']],
  [5_400, ['00:00', '00:01', '00:02', '00:03', '00:04', '00:05']],
  [95_000, ['00:00', '00:15', '00:30', '00:45', '01:00', '01:15', '01:30']],
  [30 * 60_000, ['00:00', '05:00', '10:00', '15:00', '20:00', '25:00', '30:00']],
  [5 * 3_600_000, ['00:00', '1:00:00', '2:00:00', '3:00:00', '4:00:00', '5:00:00']],
])('the times under a visit of %i ms are round, and no two read the same', (lengthMs, texts) => {
  expect(ticksOf(lengthMs).map(clockText)).toEqual(texts);
});

test('of a visit of weeks no more times are told than there is room for', () => {
  expect(ticksOf(30 * DAY_MS).length).toBeLessThanOrEqual(9);
});
