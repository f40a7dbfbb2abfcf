// The real server as a program of its own, on a database that is there; whoever starts it kills it.
import { buildServer } from '../../apps/server/src/build-server.ts';
import { createDependencies } from '../../apps/server/src/dependencies.ts';
import { createSystemRandom } from '../../apps/server/src/security/pooled-random.ts';
import { readSettings } from '../../apps/server/src/settings.ts';

// Whoever started it lets a server wait here, with its code loaded, until the one before it is killed.
const told = new Promise((resolve) => process.once('message', resolve));
// Nobody is left to talk to.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
await told;

const settings = readSettings(process.env);
const deps = await createDependencies({
  settings,
  databaseUrl: settings.databaseUrl as string,
  clock: { now: () => Date.now() },
  random: createSystemRandom(),
});
const built = await buildServer(deps);
await built.fastify.listen({ port: settings.port, host: '127.0.0.1' });
process.send?.('ready');
process.once('SIGTERM', () => void built.close().then(() => process.exit(0)));
