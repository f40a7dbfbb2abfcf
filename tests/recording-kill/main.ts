// npm run recording:kill -- --kills 1000: kills a real server under load and looks whether all it answered for is on the disk.
import { parseArgs } from 'node:util';
import { stopOnSignal } from '@huimin/testing';
import { startTestPostgres } from '../../packages/testing/src/test-postgres.ts';
import { showProgress } from '../simulation/progress.ts';
import { runKills } from './run-kills.ts';

const HELP = `npm run recording:kill -- [--kills 100] [--phones 12] [--minutes N]
    kills a server under load, starts it again, and at the end looks whether everything that it answered for is on the disk
    --minutes  ends after so long, with as many kills as there were; so does Ctrl-C. Either way the disk is looked at`;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    phones: { type: 'string', default: '12' },
    minutes: { type: 'string', default: 'Infinity' },
    help: { type: 'boolean', default: false },
  },
});
const [kills, phones, minutes] = [Number(values.kills), Number(values.phones), Number(values.minutes)];
if (values.help || ![kills, phones].every(Number.isSafeInteger) || !(minutes > 0)) {
  console.log(HELP);
  process.exit(values.help ? 0 : 64);
}
const stop = await startTestPostgres();
let isOver = false;
const finished = Promise.withResolvers<void>();
stopOnSignal(async () => {
  isOver = true;
  await finished.promise;
  await stop();
});
try {
  const progress = showProgress(kills, false);
  const untilMs = performance.now() + minutes * 60_000;
  const report = await runKills({
    ...{ kills, phones },
    isOver: () => isOver || performance.now() > untilMs,
    progress: () => progress.done(0),
  });
  progress.end();
  console.log(report);
  const { lost, damaged, sameIndex, broke } = report;
  process.exitCode = lost === 0 && damaged === 0 && sameIndex && broke === null ? 0 : 1;
} finally {
  finished.resolve();
  await stop();
}
