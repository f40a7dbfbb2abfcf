import { statSync } from 'node:fs';
import { isDamage } from '@huimin/evidence/bytes';
import type { Database } from '../../apps/server/src/db/database.ts';
import { createEvidenceStores } from '../../apps/server/src/evidence-stores.ts';
import { sealedChunks } from '../../apps/server/src/features/evidence/index.ts';
import { reindex } from '../../apps/server/src/features/recording/index.ts';
import {
  readSegmentFile,
  segmentsIn,
  workersIn,
} from '../../apps/server/src/features/recording/segments/read-frames.ts';
import { segmentFile, workerFolder } from '../../apps/server/src/features/recording/segments/segment-writer.ts';
import type { Acknowledged } from './phone.ts';

/** What was found on the disk of one server. */
export interface DiskReport {
  /** Acknowledged batches that are not on the disk as they were sent, after a kill or in the end. Must be none. */
  readonly lost: number;
  /** How each of them was found. */
  readonly losses: readonly string[];
  /** Frames that are there and are not whole, and are not the torn end of a file. Must be none. */
  readonly damaged: number;
  /** Such frames in the end of which nothing had been flushed before a power cut, in files of servers that never came back. */
  readonly neverFlushed: number;
  /** Chunks that the index names and no file holds. Must be none. */
  readonly missing: number;
  /** Rows of the index that are not the same when it is made again from the files alone. Must be none. */
  readonly indexDifferences: number;
  /** Chunks on the disk that had not reached the index by the end. */
  readonly notYetIndexed: number;
  readonly segments: number;
  readonly sealedObjects: number;
  readonly segmentsFreed: number;
  /** Acknowledged batches whose file was freed before the next look: looked for in sealed objects alone. */
  readonly sealedBeforeLook: number;
}

const BEGUN_AND_NO_FURTHER = /does not begin|not canonical/;

/** Looks at one server's folder while nothing runs on it. */
export function createDiskLook(input: {
  database: Database;
  folder: string;
  evidenceDir: string;
  wasNeverFlushed(file: string, at: number): boolean;
}) {
  const { database, folder } = input;
  const { store } = createEvidenceStores(
    {
      ...{ dataDir: input.evidenceDir, evidenceStore: null, evidenceCheckpointDir: null, evidenceS3Origin: null },
      ...{ evidenceS3Region: 'x', evidenceS3AccessKeyId: null, evidenceS3SecretAccessKey: null },
    },
    { now: () => Date.now() },
  );
  const acknowledged: Acknowledged[] = [];
  /** Data of each chunk that was seen in a segment, and the state of the file in which it was. */
  const seen = new Map<string, string>();
  const looked = new Map<string, { state: string; chunks: Set<string> }>();
  /** Of each the first that was found. */
  const lost = new Map<string, string>();
  const lose = (chunk: string, how: string) => void (lost.has(chunk) || lost.set(chunk, how));
  const damaged = new Set<string>();
  let [upTo, sealedBeforeLook] = [0, 0];

  const isSealed = async (chunk: string): Promise<boolean> => {
    const rows = await database.query(
      `select 1 from recording_chunks where sha256 = decode($1, 'hex') and addendum is not null limit 1`,
      [chunk],
    );
    return rows.length > 0;
  };

  async function segments(): Promise<string[]> {
    const names: string[] = [];
    for (const worker of await workersIn(folder)) names.push(...(await segmentsIn(folder, workerFolder(worker))));
    return names;
  }

  async function readChanged(): Promise<void> {
    const names = await segments();
    for (const segment of names) {
      const { size, mtimeMs } = statSync(segmentFile(folder, segment));
      const state = `${size} ${mtimeMs}`;
      const before = looked.get(segment);
      if (before?.state === state) continue;
      const read = await readSegmentFile(folder, segment);
      if (isDamage(read)) {
        if (size > 0 && !BEGUN_AND_NO_FURTHER.test(read.damage)) damaged.add(`${segment} ${read.damage}`);
        continue;
      }
      const file = segmentFile(folder, segment);
      for (const { at, damage } of read.damaged) {
        if (!input.wasNeverFlushed(file, at ?? 0)) damaged.add(`${segment} ${at} ${damage}`);
      }
      const chunks = new Set(read.chunks.map(({ sha256 }) => sha256.toString('hex')));
      for (const chunk of read.chunks) seen.set(chunk.sha256.toString('hex'), chunk.dataSha256.toString('hex'));
      // What was there and is not any more was never answered for, or it is lost.
      for (const chunk of before?.chunks ?? []) if (!chunks.has(chunk)) seen.delete(chunk);
      looked.set(segment, { state, chunks });
    }
  }

  return {
    acknowledged(batch: Acknowledged): void {
      acknowledged.push(batch);
    },
    count: () => acknowledged.length,

    /** After a kill: whether what was answered for since the last look is in the segments, of which only the changed are read. */
    async afterKill(): Promise<void> {
      await readChanged();
      for (; upTo < acknowledged.length; upTo += 1) {
        const batch = acknowledged[upTo] as Acknowledged;
        const data = seen.get(batch.chunk);
        if (data === batch.dataSha256) continue;
        // Its file may have been freed in the same life; then it is in an object, which is read in the end.
        if (data === undefined && (await isSealed(batch.chunk))) sealedBeforeLook += 1;
        else lose(batch.chunk, `after a kill: ${data === undefined ? 'in no segment' : 'with other data'}`);
      }
    },

    /** In the end: everything that was ever answered for, by the files and by the index, and the index made again. */
    async inTheEnd(): Promise<DiskReport> {
      const sealed = () => sealedChunks({ query: database.query, store });
      const indexed = { folder, database, groupByShard: false };
      const first = await reindex({ ...indexed, sealed: sealed() });
      const there = new Map<string, string>();
      const names = await segments();
      for (const segment of names) {
        const read = await readSegmentFile(folder, segment);
        if (isDamage(read)) continue;
        for (const chunk of read.chunks) there.set(chunk.sha256.toString('hex'), chunk.dataSha256.toString('hex'));
      }
      for await (const { chunks } of sealed()) {
        if (isDamage(chunks)) continue;
        for (const chunk of chunks) there.set(chunk.sha256.toString('hex'), chunk.dataSha256.toString('hex'));
      }
      const rows = await database.query<{ chunk: string }>(
        `select encode(sha256, 'hex') as chunk from recording_chunks`,
      );
      const known = new Set(rows.map(({ chunk }) => chunk));
      for (const { chunk, dataSha256 } of acknowledged) {
        const data = there.get(chunk);
        if (data === undefined) lose(chunk, 'in the end: in no file');
        else if (data !== dataSha256) lose(chunk, 'in the end: with other data');
        else if (!known.has(chunk)) lose(chunk, 'in the end: not in the index');
        else if (lost.has(chunk)) lost.set(chunk, `${lost.get(chunk)}; in the end: there`);
      }
      let neverFlushed = 0;
      for (const { file, damage } of first.damaged) {
        if (BEGUN_AND_NO_FURTHER.test(damage.damage)) continue;
        const isSegment = names.includes(file);
        if (isSegment && input.wasNeverFlushed(segmentFile(folder, file), damage.at ?? 0)) neverFlushed += 1;
        else damaged.add(`${file} ${damage.at} ${damage.damage}`);
      }
      const before = await indexRows(database);
      await database.query('delete from recording_chunks');
      const second = await reindex({ ...indexed, sealed: sealed() });
      const after = await indexRows(database);
      return {
        losses: [...lost].map(([chunk, how]) => `${chunk.slice(0, 16)} ${how}`),
        ...{ lost: lost.size, damaged: damaged.size, neverFlushed, missing: first.missing + second.missing },
        indexDifferences:
          [...before].filter((row) => !after.has(row)).length + [...after].filter((row) => !before.has(row)).length,
        notYetIndexed: first.added,
        segments: names.length,
        sealedObjects: first.objects,
        sealedBeforeLook,
        segmentsFreed: [...looked.keys()].filter((segment) => !names.includes(segment)).length,
      };
    },
  };
}

/**
 * Everything but how chunks stand that were stored twice, since which of the two came first is not written in the files, and
 * where a sealed chunk lay in a file that is gone.
 */
async function indexRows({ query }: Database): Promise<Set<string>> {
  const rows = await query<{ row: string }>(
    `select (to_jsonb(c) - 'standing' - 'addendum' - case when s.segment is null then 'position' else '' end)::text as row
     from recording_chunks c left join recording_segments s on s.segment = c.segment`,
  );
  return new Set(rows.map(({ row }) => row));
}
