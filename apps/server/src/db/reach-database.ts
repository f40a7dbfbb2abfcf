import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartupProblem } from '../startup-problem.ts';
import { embeddedAddress, startEmbeddedPostgres } from './embedded-postgres.ts';
import { takeFolderLock } from './folder-lock.ts';

export interface ReachedDatabase {
  readonly url: string;
  /** Stops what was started to get there. */
  stop(): Promise<void>;
}

/**
 * The database of a shop for a command beside it: the given one, or the embedded one of a data folder, by way of the
 * program that runs it, or started for the length of the command.
 * @throws StartupProblem when there is no data yet
 */
export async function reachDatabase(given: {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}): Promise<ReachedDatabase> {
  if (given.databaseUrl !== null) return { url: given.databaseUrl, stop: async () => {} };
  const dataDir = resolve(given.dataDir);
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) {
    throw new StartupProblem(
      `数据文件夹 ${dataDir} 里还没有数据库。There is no database in the data folder yet.`,
      '请用 DATA_DIR 或 DATABASE_URL 指明数据在哪里，或先运行 npm start。Name it with DATA_DIR or DATABASE_URL, or run npm start first.',
    );
  }
  const lock = takeFolderLock(join(dataDir, 'postgres.lock'));
  if ('heldBy' in lock) return { url: embeddedAddress(dataDir), stop: async () => {} };
  lock.release();
  return startEmbeddedPostgres({ dataDir });
}
