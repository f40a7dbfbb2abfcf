import { beforeAll, expect, test } from 'vitest';
import { ensureConsole, ensureStorefront, runtimeNode } from '../../scripts/prepare.mjs';
import { type Cell, wronglyLost } from '../recording-matrix/cells.ts';
import { decide } from '../recording-matrix/decide.ts';
import { reportOn } from '../recording-matrix/report.ts';
import type { Outcome } from '../recording-matrix/run-cell.ts';
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
  const results = await runMatrix({ cells: CELLS, seed: 4, limits: LIMITS, leastMs: 3_500 });
  expect(results).toEqual(CELLS.map((cell) => expect.objectContaining({ cell, wrong: [] })));
  for (const result of results) expect('said' in result && result.said).toBeGreaterThan(60);
});

test('a cell that breaks off is tried once more, and is undecided when it does so again', async () => {
  const [cell] = CELLS as [Cell];
  const passed: Outcome = { cell, said: 70, lost: 1, wrong: [], oldestLostMs: 300 };
  const told: string[] = [];
  const attempts = (...answers: (Error | Outcome)[]) =>
    decide(
      cell,
      async () => {
        const answer = answers.shift();
        if (answer === undefined || answer instanceof Error) throw answer;
        return answer;
      },
      (reason) => told.push(reason),
    );
  const late = new Error('page.goto: Timeout 60000ms exceeded.\nCall log:');
  const once = await attempts(late, passed);
  const twice = await attempts(late, new Error('the page was gone'), passed);
  expect(once).toBe(passed);
  expect(twice).toEqual({ cell, undecided: 'page.goto: Timeout 60000ms exceeded.; then the page was gone' });
  expect(told).toEqual(Array(2).fill('page.goto: Timeout 60000ms exceeded.'));
  expect(reportOn(22, 2, [once, once]).exitCode).toBe(0);
  expect(reportOn(22, 3, [once, once])).toMatchObject({ exitCode: 2, lines: [expect.stringContaining('1 not run')] });
  const broken = reportOn(22, 2, [once, twice]);
  expect(broken.exitCode).toBe(2);
  expect(broken.lines[0]).toContain('1 cells, 70 said, 1 lost, of which 0 must not be; 0 cells failed, 1 undecided');
  expect(broken.lines[1]).toContain('undecided: kill, 60 KB, IndexedDB on: page.goto');
  const wrong = [{ id: 'kill-mark-1', kind: 'mark', at: 0 } as const];
  expect(reportOn(22, 2, [twice, { ...passed, wrong }]).exitCode).toBe(1);
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
