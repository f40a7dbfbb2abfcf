import { randomBytes, randomInt } from 'node:crypto';
import { createFolderStore } from '../apps/server/src/adapters/folder-store/create-folder-store.ts';
import { openDatabase } from '../apps/server/src/db/database.ts';
import { createEvidenceLog } from '../apps/server/src/features/evidence/index.ts';
import { keyOpener } from '../apps/server/src/features/recording/index.ts';
import { createPublicNumbers } from '../apps/server/src/security/public-numbers.ts';
import { signerOf } from '../packages/evidence/src/signature/index.ts';

export const EVIDENCE_KEYS = [{ id: 't1', key: Buffer.alloc(32, 5) }];
export const signer = signerOf(Buffer.alloc(32, 6));
export const numbers = createPublicNumbers(Buffer.alloc(16, 3));

/** What there is to know of recordings that were made up. */
export interface Made {
  /** PEM of the time stamp authorities' roots. */
  readonly roots: string;
  /** When the last one was sealed. */
  readonly endMs: number;
}

/** What recordings are checked with that were made up, for one thread. */
export function checkingDeps(of: Made & { readonly databaseUrl: string; readonly place: string }) {
  const database = openDatabase({ url: of.databaseUrl, maxConnections: 2 });
  const clock = { now: () => of.endMs + 86_400_000 };
  const store = createFolderStore({ folder: of.place, clock, waits: true });
  const random = { bytes: (size: number) => randomBytes(size), below: (below: number) => randomInt(below) };
  const ignored = () => undefined;
  const log = { info: ignored, warn: ignored, error: console.error };
  const measures = { isInOrder: ignored, grewTo: ignored, stamped: ignored };
  const deps = {
    ...{ clock, database, log, store, numbers, stampRoots: of.roots, keysOf: keyOpener(EVIDENCE_KEYS, random) },
    evidenceLog: createEvidenceLog({
      ...{ clock, random, log, database, store, copies: store, signer, formerSigner: null, secondLine: null, measures },
      publicOrigin: 'https://evidence.sample',
      tellOperators: () => Promise.resolve(),
    }),
    editions: { edition: () => ({ document: { validDate: '2026-01-01', invalidDate: '2026-12-31' } }) },
    retentionNumbers: { shortTermYears: 5, longTermYears: 10, disputeYears: 3, withoutContractDays: 90 },
  };
  return { deps, database };
}
