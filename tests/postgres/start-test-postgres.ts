import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { announceTestPostgres, databaseUrl, isDistributed, onServer } from '@huimin/testing';
import { endOrphanPostgres, startEmbeddedPostgres } from '../../apps/server/src/db/embedded-postgres.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { becomeCoordinator, spreadTables } from './spread-over-citus.ts';
import { quickestPlace, sweepFolders, throwAwayFolder } from './throw-away-folder.ts';

const folderPrefix = 'huimin-test-postgres-';

/**
 * Starts one throw-away PostgreSQL (or takes TEST_DATABASE_URL), migrates one template database and announces it to
 * child processes. Returns the way to take everything down again, which may be asked for twice.
 */
export async function startTestPostgres(): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await startThrowAway();
  const template = `huimin_template_${process.pid}_${Date.now().toString(36)}`;
  try {
    await onServer(server.url, (client) => client.query(`CREATE DATABASE ${template}`));
    const templateUrl = databaseUrl(server.url, template);
    if (isDistributed()) await becomeCoordinator(templateUrl);
    await migrate({ databaseUrl: templateUrl });
    if (isDistributed()) await spreadTables(templateUrl, server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  announceTestPostgres({ url: server.url, template });
  const stopAll = async () => {
    announceTestPostgres(null);
    if (given) await onServer(server.url, (client) => client.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`));
    await server.stop();
  };
  let stopped: Promise<void> | null = null;
  return () => {
    stopped ??= stopAll();
    return stopped;
  };
}

async function startThrowAway(): Promise<{ url: string; stop(): Promise<void> }> {
  const place = quickestPlace();
  await sweepFolders(folderPrefix, endOrphanPostgres, place);
  const dataDir = throwAwayFolder(folderPrefix, place);
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  // Temporary files of the tests and of all that they start are beside it, and go with it.
  const former = process.env.TMPDIR;
  process.env.TMPDIR = join(dataDir, 'tmp');
  mkdirSync(process.env.TMPDIR);
  return {
    url: server.url,
    async stop() {
      if (former === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = former;
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
