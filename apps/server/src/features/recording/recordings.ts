import type { Signer } from '@huimin/evidence/signature';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { createGroupCommit } from '../../db/group-commit.ts';
import type { DataKey } from '../../security/vault.ts';
import type { Going } from './going.ts';
import { createNarrowDoor, createTurns } from './in-turn.ts';
import { createKeyWrapper, holderIndex, type KeyWrapper, type RecordingKeys } from './recording-keys.ts';
import { indexChunks, lookAtBatches, makeRecordings, type RecordingRow } from './recording-store.ts';
import { recoverSegments } from './segments/recover-segments.ts';
import { segmentClosed, segmentOpened } from './segments/segment-index.ts';
import { createSegmentWriter } from './segments/segment-writer.ts';
import type { ChunkStore } from './store-chunk.ts';
import { createMinuteCounts } from './windows.ts';

/** What the recordings are measured by. */
export interface RecordingMeasures {
  countBatch(outcome: 'stored' | 'repeated' | 'conflict' | 'over-limit' | 'refused' | 'failed', bytes: number): void;
  flushed(ms: number): void;
  folderIsWritable(writable: boolean): void;
}

export interface RecordingInput extends Core {
  /** Folder of the segments, which all servers on this database have in common. */
  readonly folder: string;
  readonly evidenceKeys: readonly DataKey[];
  readonly signer: Signer;
  readonly indexKey: Buffer;
  readonly worker: { readonly number: number };
  readonly groupByShard: boolean;
  readonly measures: RecordingMeasures;
}

export interface Recordings extends RecordingInput, ChunkStore {
  readonly wrapper: KeyWrapper;
  readonly holderOf: (userId: bigint) => Buffer;
  readonly look: ReturnType<typeof lookAtBatches>;
  readonly make: ReturnType<typeof makeRecordings>;
  /** Up to which number a tab is known to be complete; nothing that was stored ever goes away. */
  readonly acknowledged: Map<string, number>;
  /** Visits that go on here. Nothing else of a recording happens while batches come, that would change what is held. */
  readonly going: Map<string, Going>;
  readonly countTrace: (trace: string) => number;
  readonly countAddress: (address: string) => number;
  /** What happens to one recording in this process happens one after the other. */
  readonly inTurn: ReturnType<typeof createTurns>;
  /**
   * On all servers together, for what is counted here: nothing else of this recording gets a number meanwhile. What is asked of
   * the database within is asked by the query that is given.
   */
  numbering<T>(trace: string, work: (query: Query) => Promise<T>): Promise<T>;
  keysOf(recording: Pick<RecordingRow, 'trace' | 'kek' | 'keys_wrapped'>): RecordingKeys | null;
  close(): Promise<void>;
}

const MOST_KEYS = 5_000;
const MOST_TABS = 50_000;
const MOST_COUNTED = 100_000;
/** Each holds a connection of the pool while it waits. */
const NUMBERING_AT_ONCE = 3;
const NUMBERING_LOCK = 7_203_512;

/**
 * Everything that takes recordings in. It has connections of its own: the order path's are never busy with it.
 * What an earlier process of this server left unfinished is put right first; when that fails, the log says so, and
 * recordings that come are still taken.
 */
export async function createRecordings(input: RecordingInput): Promise<Recordings> {
  const { clock, database, measures } = input;
  const wrapper = createKeyWrapper(input.evidenceKeys, (size) => input.random.bytes(size));
  const commit = createGroupCommit({ openConnection: () => database.openWriteConnection() });
  const chunkIndex = indexChunks(input.groupByShard);
  await recoverSegments({ ...input, commit, chunkIndex }).catch((error) =>
    input.log.error({ error: String(error) }, 'segments of an earlier run could not be looked through'),
  );
  const segments = createSegmentWriter({
    folder: input.folder,
    worker: input.worker,
    clock,
    opened: (segment) => segmentOpened(database.query, segment),
    closed: (segment) => segmentClosed(database.query, segment, clock.now()),
    flushed: ({ ms }) => measures.flushed(ms),
  });
  const keys = new Map<string, RecordingKeys>();
  const throughDoor = createNarrowDoor(NUMBERING_AT_ONCE);
  return {
    ...input,
    wrapper,
    holderOf: holderIndex(input.indexKey),
    commit,
    chunkIndex,
    look: lookAtBatches(input.groupByShard),
    make: makeRecordings(input.groupByShard),
    segments,
    acknowledged: bounded(new Map(), MOST_TABS),
    going: bounded(new Map(), MOST_KEYS),
    countTrace: createMinuteCounts(clock, MOST_COUNTED),
    countAddress: createMinuteCounts(clock, MOST_COUNTED),
    inTurn: createTurns(),
    numbering: (trace, work) =>
      throughDoor(() =>
        database.transaction(async (query) => {
          await query('select pg_advisory_xact_lock($1, hashtext($2))', [NUMBERING_LOCK, trace]);
          return work(query);
        }),
      ),
    keysOf({ trace, kek, keys_wrapped: wrapped }) {
      // Destroyed in the database, they are gone here too: what is held is looked at only beside the row.
      if (wrapped === null) return null;
      const name = `${trace} ${wrapped.toString('base64')}`;
      const known = keys.get(name) ?? wrapper.open(trace, { kek, wrapped });
      if (keys.size >= MOST_KEYS) keys.clear();
      keys.set(name, known);
      return known;
    },
    async close() {
      await segments.close();
      await commit.close();
    },
  };
}

/** A map that forgets everything rather than grow without end. */
function bounded<K, V>(map: Map<K, V>, most: number): Map<K, V> {
  const set = map.set.bind(map);
  map.set = (key, value) => {
    if (map.size >= most) map.clear();
    return set(key, value);
  };
  return map;
}
