import { seed } from '../seed/seed.ts';
import { buildServer } from './build-server.ts';
import { createDependencies } from './dependencies.ts';
import { launch } from './launch/launch.ts';
import { runUntilStopped } from './launch/run-until-stopped.ts';
import { createSystemRandom } from './security/pooled-random.ts';

const clock = { now: () => Date.now() };
const random = createSystemRandom();

await runUntilStopped((onFatal) =>
  launch({
    environment: process.env,
    createDependencies: (input) => createDependencies({ ...input, clock, random }),
    seed: ({ database }, { environment }) =>
      seed({ database, nowMs: clock.now(), demonstration: environment !== 'production' }),
    buildServer,
    print: (text) => console.log(text),
    onFatal,
  }),
);
