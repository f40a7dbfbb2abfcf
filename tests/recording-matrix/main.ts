// npm run recording:kill-matrix: what happens to pages must not cost the record more than it may.
import { parseArgs } from 'node:util';
import { stopOnSignal } from '@huimin/testing';
import { startTestPostgres } from '../postgres/start-test-postgres.ts';
import { showProgress } from '../simulation/progress.ts';
import { ALL_CELLS, GOALS, nameOf } from './cells.ts';
import type { Undecided } from './decide.ts';
import { reportOn } from './report.ts';
import { lineOf, type Outcome } from './run-cell.ts';
import { runMatrix } from './run-matrix.ts';

const HELP = `npm run recording:kill-matrix -- [--seed 1] [--rounds 1] [--only words]
    ends a page in every way, with every amount waiting and every kind of disk, and compares what it said with what is stored
    a cell that breaks off is tried once more, and is undecided when it does so again; the run goes on, and its report comes also
    when it is ended (Ctrl-C). Exit code 0: all passed, 1: one failed, 2: one was undecided or not run
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
const all = Array.from({ length: rounds }, () => cells).flat();
const results: (Outcome | Undecided)[] = [];
let isOver = false;
/** Whatever became of the run, what it found out is told. */
function tell(): void {
  isOver = true;
  const { lines, exitCode } = reportOn(seed, all.length, results);
  for (const line of lines) console.log(line);
  process.exitCode = exitCode;
}
const stop = await startTestPostgres();
stopOnSignal(async () => {
  if (!isOver) tell();
  await stop();
});
// A fault that nobody waited for ends the program, but not without its report.
process.once('uncaughtException', (error) => {
  console.error(error);
  if (!isOver) tell();
  stop().finally(() => process.exit(1));
});
try {
  const progress = showProgress(all.length, false);
  let failed = 0;
  await runMatrix({
    cells: all,
    seed,
    limits: GOALS,
    isOver: () => isOver,
    say: (line) => isOver || progress.line(line),
    done(result) {
      if (isOver) return;
      results.push(result);
      failed += 'undecided' in result || result.wrong.length > 0 ? 1 : 0;
      progress.line(lineOf(result));
      progress.done(failed);
    },
  });
  progress.end();
} finally {
  if (!isOver) tell();
  await stop();
}
