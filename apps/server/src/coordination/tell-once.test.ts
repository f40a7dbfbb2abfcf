import { expect, test } from 'vitest';
import { tellOnce } from './tell-once.ts';

/** A table of news, and two replicas that have read it at the same moment. */
function table(...news: (string | null)[]) {
  const kept = [...news];
  const rows = news.map((value, id) => ({ id, news: value }));
  const sent: string[] = [];
  const replica = (nowMs: number, answer: () => Promise<boolean> = async () => true) =>
    tellOnce(rows, {
      nowMs,
      change: async ({ id }, from, to) => {
        if (kept[id] !== from) return false;
        kept[id] = to;
        return true;
      },
      send: async ({ id }, kind) => {
        sent.push(`${id} ${kind}`);
        return answer();
      },
    });
  return { kept, sent, replica };
}

test('two replicas at the same moment tell everything once', async () => {
  const { kept, sent, replica } = table('result', null, 'papers');
  const told = await Promise.all([replica(1_000), replica(1_000)]);
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(sent.sort()).toEqual(['0 result', '2 papers']);
  expect(kept).toEqual([null, null, null]);
});

test('what cannot be told now is told later, and does not count', async () => {
  const { kept, replica } = table('result');
  expect(await replica(1_000, async () => false)).toBe(0);
  expect(kept).toEqual(['result']);
});

test('another replica’s turn is waited for, until it is over', async () => {
  const { sent, replica } = table('result 5000');
  expect(await replica(4_999)).toBe(0);
  expect(await replica(5_000)).toBe(1);
  expect(sent).toEqual(['0 result']);
});
