import { expect, test } from 'vitest';
import { neededToShow } from './first-part.ts';

const events = [4, 2, 3, 3, 2, 3].map((type, index) => ({ type, timestamp: 1_000 + 10 * index, data: {} }));

test('a time needs what happened until then', () => {
  expect(neededToShow(events, 1_000)).toBe(2);
  expect(neededToShow(events, 1_025)).toBe(3);
  expect(neededToShow(events, 1_030)).toBe(4);
});

test('a time before the beginning needs the first picture, and one behind the end needs everything', () => {
  expect(neededToShow(events, 0)).toBe(2);
  expect(neededToShow(events.slice(1), 0)).toBe(2);
  expect(neededToShow(events, 9_999)).toBe(6);
});

test('nothing is left for later where there is no picture', () => {
  expect(
    neededToShow(
      events.filter(({ type }) => type === 3),
      0,
    ),
  ).toBe(3);
  expect(neededToShow([], 0)).toBe(0);
});
