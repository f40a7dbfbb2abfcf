import { parseArgs } from 'node:util';
import { showProgress } from '../simulation/progress.ts';
import { compare, compareBytes, compareEdges } from './second-verifier.ts';
import { tamper } from './tampering.ts';

const HELP = `npm run verify:tamper -- [--mutations 10000] [--seed 1]
    damages sealed recordings one thing at a time; every damage must be found and named
npm run verify:tamper -- --agreement 1000 [--seed 1]
    asks tools/verify_evidence.py about packages, whole ones, damaged ones, those with another byte, and those at the edge
    of a check; it must come to the same verdict`;

const { values } = parseArgs({
  options: {
    mutations: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    agreement: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const numberOf = (text: string): number => {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  console.error(HELP);
  process.exit(64);
};

const startedAt = performance.now();
const seconds = (): string => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;

if (values.help) console.log(HELP);
else if (values.agreement !== undefined) {
  const packages = numberOf(values.agreement);
  const progress = showProgress(packages, false);
  const seed = numberOf(values.seed);
  const edges = await compareEdges(seed);
  const bytes = await compareBytes(packages, seed);
  const { verdicts, differences: more } = await compare({ packages, seed, done: progress.done });
  const differences = [...edges.differences, ...bytes.differences, ...more];
  progress.end();
  for (const difference of differences) console.log(`✗ ${difference}`);
  console.log(
    `${packages} packages, as many with another byte, and ${edges.packages} at the edge of a check in ${seconds()}: ${differences.length} verdicts differ`,
    verdicts,
  );
  process.exitCode = differences.length > 0 ? 1 : 0;
} else {
  const mutations = numberOf(values.mutations);
  const progress = showProgress(mutations, false);
  const { missed, falseAlarms, clean, byClass } = tamper({
    mutations,
    seed: numberOf(values.seed),
    done: progress.done,
  });
  progress.end();
  for (const line of missed) console.log(`✗ not found or not named: ${line}`);
  for (const line of falseAlarms) console.log(`✗ false alarm: ${line}`);
  console.log(byClass);
  console.log(
    `${mutations} mutations, ${clean} whole packages in ${seconds()}: ${missed.length} missed, ${falseAlarms.length} false alarms`,
  );
  process.exitCode = missed.length + falseAlarms.length > 0 ? 1 : 0;
}
