// The real server as a program of its own, on a database that is there; whoever starts it kills it.
import { buildServer } from '../../apps/server/src/build-server.ts';
import { createDependencies } from '../../apps/server/src/dependencies.ts';
import { createSystemRandom } from '../../apps/server/src/security/pooled-random.ts';
import { readSettings } from '../../apps/server/src/settings.ts';
import { noteDisk } from './disk-notes.ts';

/** What it is told: to begin, and that some time has passed, after which it does what is due. */
export type Told =
  | { readonly start: { readonly aheadMs: number; readonly notes: string } }
  | { readonly passedMs: number };

// Whoever started it lets a server wait here, with its code loaded, until the one before it is killed.
const told = new Promise<Told>((resolve) => process.once('message', (message) => resolve(message as Told)));
// Nobody is left to talk to.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
const first = await told;
if (!('start' in first)) throw new Error('was not told to start');
let { aheadMs } = first.start;

const settings = readSettings(process.env);
const note = await noteDisk(first.start.notes, settings.recordingDir as string);
note('doing', 'start');
const deps = await createDependencies({
  settings,
  databaseUrl: settings.databaseUrl as string,
  clock: { now: () => Date.now() + aheadMs },
  random: createSystemRandom(),
});
const built = await buildServer(deps);
await built.fastify.listen({ port: settings.port, host: '127.0.0.1' });
note('done', 'start');
process.send?.('ready');
process.once('SIGTERM', () => void built.close().then(() => process.exit(0)));

/** In the order in which a recording goes through them. */
const JOBS = ['recording-abandoned', 'evidence-capture', 'evidence-log', 'seal-recordings', 'free-segments'];
process.on('message', async (message: Told) => {
  if (!('passedMs' in message)) return;
  aheadMs += message.passedMs;
  for (const name of JOBS) {
    note('doing', name);
    await built.jobs.find((job) => job.name === name)?.run();
    note('done', name);
  }
  process.send?.('worked');
});
