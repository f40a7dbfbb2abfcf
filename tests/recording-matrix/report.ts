import { isBeyondReach, nameOf } from './cells.ts';
import type { Undecided } from './decide.ts';
import type { Outcome } from './run-cell.ts';

export interface MatrixReport {
  readonly lines: readonly string[];
  /** 0 when every cell passed or is beyond reach, 1 when one failed, 2 when one was not decided or not run. */
  readonly exitCode: 0 | 1 | 2;
}

/** What came of a run, whole or broken off: numbers, and by name every cell that did not pass. */
export function reportOn(seed: number, wanted: number, results: readonly (Outcome | Undecided)[]): MatrixReport {
  const outcomes = results.filter((one): one is Outcome => !('undecided' in one));
  const undecided = results.filter((one): one is Undecided => 'undecided' in one);
  const failed = outcomes.filter(({ wrong }) => wrong.length > 0);
  const beyond = outcomes.filter(({ cell }) => isBeyondReach(cell)).length;
  const notRun = wanted - results.length;
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, one) => total + of(one), 0);
  const lines = [
    `seed ${seed}: ${outcomes.length} cells, ${sum(({ said }) => said)} said, ${sum(({ lost }) => lost)} lost, of which ` +
      `${sum(({ wrong }) => wrong.length)} must not be; ${failed.length} cells failed, ${undecided.length} undecided, ` +
      `${beyond} beyond reach, ${notRun} not run`,
    ...failed.map(({ cell, wrong, said }) => `failed: ${nameOf(cell)}: ${wrong.length} of ${said} missing`),
    ...undecided.map((one) => `undecided: ${nameOf(one.cell)}: ${one.undecided}`),
  ];
  return { lines, exitCode: failed.length > 0 ? 1 : undecided.length + notRun > 0 ? 2 : 0 };
}
