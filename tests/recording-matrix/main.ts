// npm run recording:kill-matrix: what happens to pages must not cost the record more than it may.
import { parseArgs } from 'node:util';
import { stopOnSignal } from '@huimin/testing';
import { startTestPostgres } from '../../packages/testing/src/test-postgres.ts';
import { showProgress } from '../simulation/progress.ts';
import { ALL_CELLS, GOALS, isBeyondReach, nameOf } from './cells.ts';
import { lineOf } from './run-cell.ts';
import { runMatrix } from './run-matrix.ts';

const HELP = `npm run recording:kill-matrix -- [--seed 1] [--rounds 1] [--only words]
    ends a page in every way, with every amount waiting and every kind of disk, and compares what it said with what is stored
    --only    cells whose name has these words: "crash, 10 KB, IndexedDB on", "kill", "full"`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});

const [seed, rounds] = [Number(values.seed), Number(values.rounds)];
const cells = ALL_CELLS.filter((cell) => nameOf(cell).includes(values.only));
if (values.help || !Number.isSafeInteger(seed) || !Number.isSafeInteger(rounds) || cells.length === 0) {
  console.log(HELP);
  process.exit(values.help ? 0 : 64);
}
const stop = await startTestPostgres();
stopOnSignal(stop);
try {
  const all = Array.from({ length: rounds }, () => cells).flat();
  const progress = showProgress(all.length, false);
  let failed = 0;
  const outcomes = await runMatrix({
    cells: all,
    seed,
    limits: GOALS,
    done(outcome) {
      failed += outcome.wrong.length > 0 ? 1 : 0;
      progress.line(lineOf(outcome));
      progress.done(failed);
    },
  });
  progress.end();
  const sum = (of: (outcome: (typeof outcomes)[number]) => number) =>
    outcomes.reduce((total, one) => total + of(one), 0);
  const beyond = outcomes.filter(({ cell }) => isBeyondReach(cell)).length;
  console.log(
    `seed ${seed}: ${outcomes.length} cells, ${sum(({ said }) => said)} said, ${sum(({ lost }) => lost)} lost, of which ` +
      `${sum(({ wrong }) => wrong.length)} must not be; ${failed} cells failed, ${beyond} beyond reach`,
  );
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  await stop();
}
