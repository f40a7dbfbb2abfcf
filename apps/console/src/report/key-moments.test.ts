import { expect, test } from 'vitest';
import { keyMoments } from './key-moments.ts';

type Given = Parameters<typeof keyMoments>[0];
type Happening = Given['happenings'][number];

const page = (at: number, until: number | null, label: string, tab = 'a'): Happening => ({
  ...{ at, until, kind: 'page', label, text: `打开“${label}”`, bad: false, tab },
});
const reading = (id: string, title: string, openedAt: number, bottomAt: number | null): Given['documents'][number] => ({
  ...{ id, title, version: 5, sha256: 'a'.repeat(64), openedAt, dwellMs: 2_000, medianMs: null },
  ...{ percent: bottomAt === null ? 40 : 100, bottomAt },
});

test('a report shows where a sale began, each document at its end, the consent, and the end', () => {
  const consent: Happening = {
    ...{ at: 9_000, until: null, kind: 'consent', label: '同意', text: '勾选“我同意”', bad: false, tab: 'a' },
  };
  const moments = keyMoments({
    happenings: [page(0, 4_000, '首页'), page(4_000, 10_000, '核对'), consent, page(10_000, null, '付款成功', 'b')],
    // Closed once without reading it; it is shown as it was read.
    documents: [
      reading('clauses', '保险条款', 4_500, null),
      reading('clauses', '保险条款', 7_000, 8_500),
      reading('notice', '告知', 5_000, null),
    ],
    endsAt: 10_400,
  });
  expect(moments.map(({ title, at, tab }) => [title, at, tab])).toEqual([
    ['首页', 1_500, 'a'],
    ['告知', 6_999, 'a'],
    ['保险条款', 8_800, 'a'],
    ['核对和同意', 9_300, 'a'],
    ['付款成功', 10_399, 'b'],
  ]);
  expect(moments[1]?.facts).toContainEqual(['读到', '40%，没有读到末尾']);
});

test('of a recording in which nothing happened there is no page', () => {
  expect(keyMoments({ happenings: [], documents: [], endsAt: 0 })).toEqual([]);
  // A page that was left at once is shown as it was then.
  expect(keyMoments({ happenings: [page(5, 5, '首页')], documents: [], endsAt: 5 })[0]?.at).toBe(5);
});
