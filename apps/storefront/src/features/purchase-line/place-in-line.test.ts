import { expect, test } from 'vitest';
import { aheadText, placeOf, waitText } from './place-in-line.ts';

const refused = (name: string, result: unknown) =>
  ({ ok: false, code: 400305, name, message: '', result }) as Parameters<typeof placeOf>[0];

test('a place is what the reply says, and nothing where the reply is another or says none', () => {
  const place = { ticket: 't', ahead: 3, waitMs: 4_000, askAgainMs: 1_000 };
  expect(placeOf(refused('in-line', { ...place, more: 1 }))).toEqual(place);
  for (const result of [null, {}, { ...place, ticket: 7 }, { ...place, ahead: '3' }, { ...place, askAgainMs: null }]) {
    expect(placeOf(refused('in-line', result))).toBeNull();
  }
  expect(placeOf(refused('order-state', place))).toBeNull();
});

test.each([
  [0, '马上轮到您'],
  [1, '前面还有 1 位'],
  [99, '前面还有 99 位'],
  [101, '前面大约 110 位'],
  [1_180, '前面大约 1,200 位'],
  [123_456, '前面大约 130,000 位'],
])('%i before: %s', (ahead, words) => expect(aheadText(ahead)).toBe(words));

test.each([
  [0, '不到 1 分钟'],
  [59_999, '不到 1 分钟'],
  [60_000, '大约还要 1 分钟'],
  [61_000, '大约还要 2 分钟'],
  [3_540_000, '大约还要 59 分钟'],
  [3_600_000, '可能要 1 小时以上'],
])('%i ms: %s', (waitMs, words) => expect(waitText(waitMs)).toBe(words));
