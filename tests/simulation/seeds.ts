import { afterAll, beforeAll, expect, test } from 'vitest';
import { play } from './play.ts';
import { openStage, type Stage } from './stage.ts';

/** The gate itself ends what never ends; on a busy machine ten seeds take minutes, and a test cut off would spoil the next. */
const TIMEOUT_MS = 900_000;

/** A test for every ten seeds of `[from, from + count)`; a failure prints the whole log. */
export function playSeeds(from: number, count: number): void {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  const tens = Array.from({ length: count / 10 }, (_, index) => from + index * 10);
  test.each(tens)('seeds from %i on: every fen is where it belongs', { timeout: TIMEOUT_MS }, async (first) => {
    for (let seed = first; seed < first + 10; seed++) {
      const played = await play(stage, seed);
      if (played.failure !== null) {
        expect.fail(`seed ${seed}\n${played.log.join('\n')}\nagain: npm run simulate -- --seed ${seed}`);
      }
    }
  });
}
