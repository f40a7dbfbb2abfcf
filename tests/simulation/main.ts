import { parseArgs } from 'node:util';
import { currentTestPostgres, stopOnSignal } from '@huimin/testing';
import { startTestPostgres } from '../postgres/start-test-postgres.ts';
import { runMutations } from './mutations/run-mutations.ts';
import { play } from './play.ts';
import { showProgress } from './progress.ts';
import { shrink } from './shrink.ts';
import { openStage } from './stage.ts';

const USAGE = `npm run simulate -- --seeds 1000            plays seeds 1 to 1000
npm run simulate -- --seeds 50 --from 400   seeds 400 to 449
npm run simulate -- --seed 17               one seed with its log
npm run simulate -- --seed 17 --steps 3,8   only these of its steps
npm run simulate -- --mutations             breaks the code in every way of mutations.ts and says what was caught
npm run simulate -- --mutations --only name`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    steps: { type: 'string' },
    mutations: { type: 'boolean', default: false },
    only: { type: 'string' },
    /** Ends at the first failure and prints it as one line of JSON; for `--mutations`. */
    brief: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help || (!values.seeds && !values.seed && !values.mutations)) {
  console.log(USAGE);
} else {
  const stop = currentTestPostgres() === null ? await startTestPostgres() : async () => undefined;
  stopOnSignal(stop);
  try {
    process.exitCode = (await run()) ? 0 : 1;
  } finally {
    await stop();
  }
}

/** True when nothing was found. */
async function run(): Promise<boolean> {
  if (values.mutations) return runMutations({ seeds: Number(values.seeds ?? 400), only: values.only ?? null });
  const stage = await openStage();
  try {
    if (values.seed) return await showSeed(Number(values.seed), values.steps);
    return await playSeeds(Number(values.from), Number(values.seeds));
  } finally {
    await stage.close();
  }

  async function showSeed(seed: number, steps: string | undefined): Promise<boolean> {
    const kept = steps === undefined ? undefined : new Set(steps.split(',').map(Number));
    const played = await play(stage, seed, kept);
    console.log(played.log.join('\n'));
    return played.failure === null;
  }

  async function playSeeds(from: number, count: number): Promise<boolean> {
    const progress = showProgress(count, values.brief);
    let failures = 0;
    for (let seed = from; seed < from + count; seed++) {
      const played = await play(stage, seed);
      progress.done(failures);
      if (played.failure === null) continue;
      failures += 1;
      if (values.brief) {
        const { failure, steps } = played;
        console.log(JSON.stringify({ seed, steps, failure: failure.split('\n')[0] }));
        return false;
      }
      const short = await shrink(stage, played);
      progress.line(`\nseed ${seed} fails; with ${short.steps.length} of its ${played.steps} steps:\n`);
      progress.line(short.played.log.join('\n'));
      progress.line(`\nagain: npm run simulate -- --seed ${seed}`);
      progress.line(`short: npm run simulate -- --seed ${seed} --steps ${short.steps.join(',')}\n`);
    }
    progress.end();
    if (values.brief) console.log(JSON.stringify({ seed: null }));
    else console.log(`${count} seeds, ${failures} failed`);
    return failures === 0;
  }
}
