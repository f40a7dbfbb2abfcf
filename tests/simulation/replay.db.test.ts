import { afterAll, beforeAll, expect, test } from 'vitest';
import { play } from './play.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

test('a seed gives the same log again, whatever was played in between', { timeout: 120_000 }, async () => {
  const seeds = [3, 8, 21, 34];
  const logs = async (order: readonly number[]): Promise<Map<number, readonly string[]>> => {
    const all = new Map<number, readonly string[]>();
    for (const seed of order) all.set(seed, (await play(stage, seed)).log);
    return all;
  };
  const first = await logs(seeds);
  const second = await logs([...seeds].reverse());
  for (const seed of seeds) expect(second.get(seed)).toEqual(first.get(seed));
});

test('different seeds are different stories', { timeout: 120_000 }, async () => {
  expect((await play(stage, 5)).log).not.toEqual((await play(stage, 6)).log);
});
