import { type Played, play } from './play.ts';
import type { Stage } from './stage.ts';

/** A failing run with as few steps as were found to be enough, and which they are. */
export interface Shrunk {
  readonly played: Played;
  readonly steps: readonly number[];
}

const MAX_PLAYS = 80;

/** Leaves out steps, halves first and single ones last, while the run still fails. */
export async function shrink(stage: Stage, failed: Played): Promise<Shrunk> {
  let best: Shrunk = { played: failed, steps: Array.from({ length: failed.steps }, (_, index) => index + 1) };
  let plays = 0;
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < best.steps.length && plays < MAX_PLAYS; plays++) {
      const steps = [...best.steps.slice(0, from), ...best.steps.slice(from + size)];
      const played = await play(stage, failed.seed, new Set(steps));
      if (played.failure === null) from += size;
      else best = { played, steps };
    }
  }
  return best;
}
