// npm run recording:kill -- --kills 1000: kills real servers under load and looks whether all they answered for is on the disk.
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { stopOnSignal } from '@huimin/testing';
import { startTestPostgres } from '../postgres/start-test-postgres.ts';
import { showProgress } from '../simulation/progress.ts';
import { isClean, runKills } from './run-kills.ts';

const HELP = `npm run recording:kill -- [--kills 100] [--servers 3] [--phones 6] [--minutes N] [--place folder]
    kills servers under load with all their processes, starts them again, and looks after each kill and once more at the end
    whether everything that they answered for is on the disk, and whether the index made again from the files is the same
    --servers  so many at the same time, each with a database, a folder and phones of its own
    --minutes  ends after so long, with as many kills as there were; so does Ctrl-C. Either way the disk is looked at
    --place    where the servers' folders are made: on a disk of which a flush is worth something (the system's temporary folder)
    a kill comes 5 to 500 ms after the server has answered for a batch, for a quarter of them after load begins, a twelfth while it
    starts; before a quarter an hour passes, so that files end and recordings are sealed; a quarter goes as a power cut, which
    takes away what no flush has reached
    exit code 0: nothing lost, damaged or different, 1: something was, or a server did not start again`;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    servers: { type: 'string', default: '3' },
    phones: { type: 'string', default: '6' },
    minutes: { type: 'string', default: 'Infinity' },
    place: { type: 'string', default: tmpdir() },
    help: { type: 'boolean', default: false },
  },
});
const [kills, servers, phones, minutes] = [values.kills, values.servers, values.phones, values.minutes].map(Number) as [
  number,
  number,
  number,
  number,
];
const isCount = (count: number) => Number.isSafeInteger(count) && count > 0;
if (values.help || ![kills, servers, phones].every(isCount) || !(minutes > 0)) {
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
    ...{ kills, servers, phones, place: values.place },
    isOver: () => isOver || performance.now() > untilMs,
    progress: () => progress.done(0),
  });
  progress.end();
  console.log(report);
  process.exitCode = isClean(report) ? 0 : 1;
} finally {
  finished.resolve();
  await stop();
}
