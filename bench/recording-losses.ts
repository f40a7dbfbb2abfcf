import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runKills } from '../tests/recording-kill/run-kills.ts';
import { type Cell, GOALS, nameOf } from '../tests/recording-matrix/cells.ts';
import { runMatrix } from '../tests/recording-matrix/run-matrix.ts';
import { tamper } from '../tests/tamper/tampering.ts';
import type { RatioRow } from './measure.ts';

const ROOT = join(import.meta.dirname, '..');
const PENDING_KB = [10, 250] as const;

/** How much is tried: samples of `recording:kill-matrix`, `recording:kill` and `verify:tamper`, which try all of it. */
export interface LossSample {
  readonly kills: number;
  readonly mutations: number;
  readonly seed: number;
}

/** What of a record is gone, wrong or not found out, by samples of the commands that are made for it: all must be nothing. */
export async function takeLosses({ kills, mutations, seed }: LossSample, print: (line: string) => void) {
  const sudden = await inPages(['crash', 'kill'], seed, print);
  const left = await inPages(['navigate', 'close'], seed, print);
  const killed = await runKills({ kills, servers: 1 });
  const { missed, falseAlarms } = tamper({ mutations, seed });
  return [
    none('gone with a page that crashed or was killed: events over 1 s, marks over 50 ms', sudden),
    none('gone with a page that was left or closed', left),
    none(`answered batches gone with ${killed.kills} killed servers`, killed.lost + killed.damaged + killed.missing),
    none(`of ${mutations} damages, not found or not named`, missed.length),
    none('false alarms of the check', falseAlarms.length),
    none('replays that are not 99 % the page, or ask the network (1: the test fails)', replaysDiffer()),
  ];
}

const none = (name: string, value: number): RatioRow => ({ name, value, goal: '0', met: value === 0 });

/** How much was lost that must not be; not a number where a page could not be tried. */
async function inPages(ends: readonly Cell['end'][], seed: number, print: (line: string) => void): Promise<number> {
  const cells = ends.flatMap((end) => PENDING_KB.map((pendingKb): Cell => ({ end, pendingKb, disk: 'on' })));
  const results = await runMatrix({ cells, seed, limits: GOALS, say: print });
  let lost = 0;
  for (const result of results) {
    if ('undecided' in result) print(`${nameOf(result.cell)}: could not be tried`);
    lost += 'undecided' in result ? Number.NaN : result.wrong.length;
  }
  return lost;
}

/** A purchase against its replay after three releases, without a network: by the test that looks at both. */
function replaysDiffer(): number {
  const { status } = spawnSync(process.execPath, ['scripts/test.mjs', 'tests/e2e/replay.test.ts'], { cwd: ROOT });
  return status === 0 ? 0 : 1;
}
