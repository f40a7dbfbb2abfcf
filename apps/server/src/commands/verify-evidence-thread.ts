// A thread of npm run verify:evidence: checks the pages of recordings that it is given, by connections of its own.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../db/database.ts';
import {
  checkGivenPages,
  checkPage,
  createChecker,
  type PageWish,
  type SeenCheckpoint,
  type StoredCheckpoint,
} from '../features/evidence/index.ts';
import { readStartSettings } from '../settings.ts';
import { evidenceDeps } from './evidence-deps.ts';

export interface ThreadData {
  readonly databaseUrl: string;
  /** PEM of the authorities' roots, in place of those that the settings name; null where none were given. */
  readonly roots: string | null;
  readonly wish: PageWish;
  readonly lastSeen: SeenCheckpoint | null;
  /** By which all threads check. */
  readonly last: StoredCheckpoint | null;
}

const { databaseUrl, roots, wish, lastSeen, last } = workerData as ThreadData;

await checkGivenPages(async () => {
  const settings = readStartSettings(process.env);
  const database = openDatabase({ url: databaseUrl, maxConnections: 2, distributed: settings.groupByShard });
  const found = await evidenceDeps(database, settings);
  const deps = { ...found, stampRoots: roots ?? found.stampRoots };
  const checker = await createChecker(deps, wish.depth, lastSeen, last);
  return {
    page: (traces) => checkPage(deps, checker, traces, wish),
    async close() {
      found.closeConnections();
      await database.close();
    },
  };
});
