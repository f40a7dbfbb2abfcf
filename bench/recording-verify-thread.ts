// A thread of npm run bench:recording -- --only verify, as the command has them.
import { workerData } from 'node:worker_threads';
import {
  checkGivenPages,
  checkPage,
  createChecker,
  type PageWish,
  type StoredCheckpoint,
} from '../apps/server/src/features/evidence/index.ts';
import { checkingDeps, type Made } from './recording-verify-deps.ts';

export interface ThreadData extends Made {
  readonly databaseUrl: string;
  readonly place: string;
  readonly wish: PageWish;
  readonly last: StoredCheckpoint | null;
}

const data = workerData as ThreadData;

await checkGivenPages(async () => {
  const { deps, database } = checkingDeps(data);
  const checker = await createChecker(deps, data.wish.depth, null, data.last);
  return { page: (traces) => checkPage(deps, checker, traces, data.wish), close: () => database.close() };
});
