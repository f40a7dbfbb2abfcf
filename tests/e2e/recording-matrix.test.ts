import { beforeAll, expect, test } from 'vitest';
import { ensureConsole, ensureStorefront, runtimeNode } from '../../scripts/prepare.mjs';
import { type Cell, wronglyLost } from '../recording-matrix/cells.ts';
import { runMatrix } from '../recording-matrix/run-matrix.ts';

/** Of `npm run recording:kill-matrix`, which asks for a second; here a busy machine has three. */
const LIMITS = { eventMs: 3_000, markMs: 3_000 };
const CELLS: Cell[] = [
  { end: 'kill', pendingKb: 60, disk: 'on' },
  { end: 'crash', pendingKb: 70, disk: 'full' },
];

beforeAll(() => {
  ensureStorefront(runtimeNode());
  ensureConsole(runtimeNode());
});

test('a killed browser, and a crashed page on a full disk, leave on the phone what they had said', async () => {
  const outcomes = await runMatrix({ cells: CELLS, seed: 4, limits: LIMITS, leastMs: 3_500 });
  expect(outcomes.map(({ wrong }) => wrong)).toEqual(CELLS.map(() => []));
  for (const { said } of outcomes) expect(said).toBeGreaterThan(60);
});

test('what is missing is not overlooked', () => {
  const said = (kind: 'event' | 'mark', at: number) => ({ id: `kill-${kind}-1`, kind, at });
  const lost = [said('event', 0), said('event', 990), said('mark', 1_940), said('mark', 1_960)];
  const goals = { eventMs: 1_000, markMs: 50 };
  const judged = (cell: Partial<Cell>) =>
    wronglyLost({ end: 'crash', pendingKb: 10, disk: 'full', ...cell }, lost, 2_000, goals);
  expect(judged({})).toEqual([lost[0], lost[1], lost[2]]);
  expect(judged({ end: 'navigate' })).toEqual(lost);
  expect(judged({ end: 'kill', disk: 'on' })).toHaveLength(3);
  expect(judged({ end: 'kill' })).toEqual([]);
});
