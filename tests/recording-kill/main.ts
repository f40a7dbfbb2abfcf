// npm run recording:kill -- --kills 1000: kills a real server under load and looks whether all it answered for is on the disk.
import { parseArgs } from 'node:util';
import { stopOnSignal } from '@huimin/testing';
import { startTestPostgres } from '../../packages/testing/src/test-postgres.ts';
import { showProgress } from '../simulation/progress.ts';
import { runKills } from './run-kills.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    phones: { type: 'string', default: '12' },
    /** Ends after so long, with as many kills as there were. */
    minutes: { type: 'string', default: 'Infinity' },
  },
});
const stop = await startTestPostgres();
stopOnSignal(stop);
try {
  const kills = Number(values.kills);
  const progress = showProgress(kills, false);
  const untilMs = performance.now() + Number(values.minutes) * 60_000;
  const report = await runKills({ kills, phones: Number(values.phones), untilMs, progress: () => progress.done(0) });
  progress.end();
  console.log(report);
  process.exitCode = report.lost === 0 && report.damaged === 0 && report.sameIndex ? 0 : 1;
} finally {
  await stop();
}
