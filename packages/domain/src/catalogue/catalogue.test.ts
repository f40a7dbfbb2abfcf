import { expect, test } from 'vitest';
import { compareLists } from './index.ts';

const list = (text: string) =>
  text.split(' ').flatMap((row) => (row === '' ? [] : [{ code: row.charAt(0), cells: [row.charAt(0), row.slice(1)] }]));

test.each([
  ['a1 b1 c1', 'a1 b1 c1', 'a b c', [0, 0, 0, false]],
  ['a1 b1', 'a1 b2 d1', 'a b:changed d:new', [1, 1, 0, false]],
  ['a1 b1 c1', 'c1 a1', 'c a b:gone', [0, 0, 1, true]],
  ['a1 b1', 'd1 a1 b1', 'd:new a b', [1, 0, 0, false]],
  ['', 'a1', 'a:new', [1, 0, 0, false]],
  ['a1', '', 'a:gone', [0, 0, 1, false]],
] as const)('%s → %s', (shown, next, rows, [added, changed, gone, isReordered]) => {
  const compared = compareLists(list(shown), list(next));
  expect(compared.rows.map(({ code, change }) => (change ? `${code}:${change}` : code)).join(' ')).toBe(rows);
  expect(compared).toMatchObject({ added, changed, gone, isReordered });
});

test('a changed row says what it was', () => {
  expect(compareLists(list('a1'), list('a2')).rows).toEqual([
    { code: 'a', cells: ['a', '2'], change: 'changed', was: ['a', '1'] },
  ]);
});
