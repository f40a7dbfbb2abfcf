import {
  type LogEntry,
  type NoteKey,
  noteKey,
  openCheckpoint,
  readBundle,
  readerOfTiles,
  type Tile,
  type TreeHead,
  tilePath,
  tilesOfNodes,
  tileWidth,
} from '@huimin/evidence/log';
import {
  auditRanges,
  consistencyRanges,
  type NodeReader,
  nodesOf,
  type Range,
  rangeHash,
  rootFrom,
} from '@huimin/evidence/merkle';
import type { Signer, Verifier } from '@huimin/evidence/signature';
import type { Core } from '../../../core.ts';
import type { Query } from '../../../db/database.ts';
import type { ObjectStore } from '../../../ports/object-store.ts';
import type { SecondLine } from '../../../ports/second-line.ts';
import {
  appendEntry,
  entryOf,
  lastCheckpoint,
  logOrigin,
  publishedEntries,
  type StoredCheckpoint,
} from './log-store.ts';

/** What the log is measured by. */
export interface LogMeasures {
  /** False as soon as what is stored, signed and copied does not fit together. */
  isInOrder(inOrder: boolean): void;
  grewTo(size: number): void;
  /** Seconds since 1970, of what was stamped last. */
  stamped(authority: number, atSeconds: number): void;
}

export interface LogInput extends Pick<Core, 'clock' | 'random' | 'log' | 'database'> {
  /** Where tiles and bundles go; names begin with `log/`. */
  readonly store: ObjectStore;
  /** The second place, in which every checkpoint is put before it is shown. */
  readonly copies: ObjectStore;
  readonly signer: Signer;
  /** The key before it, while the log is to be told of the change; else null. */
  readonly formerSigner: Signer | null;
  /** Signs every checkpoint once more, by another algorithm; null for none. */
  readonly secondLine: SecondLine | null;
  readonly publicOrigin: string;
  readonly measures: LogMeasures;
  /** After each round: what does not fit together, null where all does. */
  readonly tellOperators: (damage: LogDamage | null) => Promise<void>;
}

/** Proof that an entry is in the tree of a checkpoint. */
export interface EntryProof {
  readonly index: number;
  readonly size: number;
  readonly entry: Buffer;
  readonly path: readonly Uint8Array[];
}

export interface EvidenceLog extends LogInput {
  /** By its name the log is known everywhere; it is chosen once, when the log is begun. */
  key(): Promise<NoteKey>;
  /** Another key under the log's name. */
  keyOf(verifier: Verifier): Promise<NoteKey>;
  /** Names this server among those that share the database. */
  readonly holder: string;
  append(query: Query, key: string, entry: LogEntry): Promise<void>;
  /** The entries of these things, as far as a checkpoint speaks for them. */
  published(keys: readonly string[], query?: Query): Promise<ReadonlyMap<string, Buffer>>;
  /** The newest checkpoint; null before the first. */
  checkpoint(): Promise<StoredCheckpoint | null>;
  /** A tile or bundle of the published tree; null when it is not that wide. */
  tile(tile: Tile): Promise<Buffer | null>;
  /** A file of the log as it stands in the store, whichever checkpoint there is; null when it is not there. */
  stored(tile: Tile): Promise<Buffer | null>;
  /** Null while no checkpoint speaks for the entry. `size`: in which tree, the newest unless given. */
  proofOf(key: string, size?: number): Promise<EntryProof | null>;
  consistency(first: number, second: number): Promise<readonly Uint8Array[]>;
  rootAt(size: number): Promise<Uint8Array>;
}

export const LOG_PATH = '/traceable-service/log';
/** Files of the log, in the store. */
export const logFile = (path: string): string => `log/${path}`;
/** What is in the second place outlives whatever it speaks for. */
export const copyKeptUntil = (nowMs: number): number => nowMs + 15 * 366 * 86_400_000;
const MOST_CACHED_BYTES = 32 * 1_048_576;

export function createEvidenceLog(input: LogInput): EvidenceLog {
  const { database, clock, store } = input;
  const { query } = database;
  let name: string | null = null;
  const keyOf = async (verifier: Verifier): Promise<NoteKey> => {
    name ??= await logOrigin(query, new URL(input.publicOrigin).host + LOG_PATH);
    return noteKey(name, verifier);
  };
  const cached = createByteCache(MOST_CACHED_BYTES);
  const checkpoint = () => lastCheckpoint(query);

  async function fileOf(tile: Tile): Promise<Buffer | null> {
    const path = tilePath(tile);
    const known = cached.get(path);
    if (known) return known;
    const bytes = await store.get(logFile(path));
    if (bytes) cached.set(path, bytes);
    return bytes;
  }

  async function tileIn(tile: Tile, size: number): Promise<Buffer | null> {
    const wide = { ...tile, width: tileWidth(tile.level, tile.index, size) };
    if (tile.width > wide.width) return null;
    // Narrower ones are part of the one there is.
    const bytes = await fileOf(wide);
    return bytes && narrowed(bytes, wide, tile.width);
  }

  async function tile(wanted: Tile): Promise<Buffer | null> {
    const size = (await checkpoint())?.size ?? 0;
    const found = await tileIn(wanted, size);
    if (found) return found;
    // It may have grown meanwhile, and the narrower file be gone.
    const now = (await checkpoint())?.size ?? 0;
    return now === size ? null : tileIn(wanted, now);
  }

  /** Everything that is needed of the tree of this size for some ranges. */
  async function readerFor(ranges: readonly Range[], size: number): Promise<NodeReader> {
    const tiles = new Map<string, Buffer>();
    for (const wanted of tilesOfNodes(ranges.flatMap(nodesOf), size)) {
      const bytes = await tile(wanted);
      if (!bytes) throw new Error(`${tilePath(wanted)} is not in the store`);
      tiles.set(tilePath(wanted), bytes);
    }
    return readerOfTiles(size, (wanted) => tiles.get(tilePath(wanted)) as Buffer);
  }

  async function hashesOf(ranges: readonly Range[], size: number): Promise<Uint8Array[]> {
    const read = await readerFor(ranges, size);
    return ranges.map((range) => rangeHash(range, read));
  }

  return {
    ...input,
    key: () => keyOf(input.signer),
    keyOf,
    holder: input.random.bytes(12).toString('hex'),
    append: (on, key, entry) => appendEntry(on, key, entry, clock.now()),
    published: (keys, on = query) => publishedEntries(on, keys),
    checkpoint,
    tile,
    stored: fileOf,
    async proofOf(key, wanted) {
      const size = wanted ?? (await checkpoint())?.size ?? 0;
      const found = await entryOf(query, key);
      if (found?.position == null || found.position >= size) return null;
      const path = await hashesOf(auditRanges(found.position, size), size);
      return { index: found.position, size, entry: found.entry, path };
    },
    consistency: (first, second) => hashesOf(consistencyRanges(first, second), second),
    async rootAt(size) {
      return rootFrom(size, await readerFor([{ from: 0, to: size }], size));
    },
  };
}

/** A checkpoint opened with the log's key, or with the one before it. Throws when it is not its own. */
export async function openOwn(log: EvidenceLog, checkpoint: string): Promise<TreeHead> {
  const bytes = Buffer.from(checkpoint);
  const key = await log.key();
  const head =
    openCheckpoint(bytes, key) ?? (log.formerSigner && openCheckpoint(bytes, await log.keyOf(log.formerSigner)));
  if (head?.origin !== key.name) throw new LogDamage('checkpoint', 'a checkpoint is not signed by the key of this log');
  return head;
}

/** Where something is another than the rest says: entries lie in the database, files in the store, copies in the second place. */
export type DamagedPart = 'entries' | 'files' | 'checkpoint' | 'copy';

/** What is stored, signed or copied does not fit together. Nothing more is signed until somebody has looked. */
export class LogDamage extends Error {
  readonly part: DamagedPart;
  constructor(part: DamagedPart, message: string) {
    super(message);
    this.part = part;
  }
}

function narrowed(bytes: Buffer, { level, width }: Tile, wanted: number): Buffer {
  if (wanted === width) return bytes;
  if (level !== 'entries') return bytes.subarray(0, wanted * 32);
  const entries = readBundle(bytes)?.slice(0, wanted) ?? [];
  return bytes.subarray(
    0,
    entries.reduce((sum, entry) => sum + 2 + entry.length, 0),
  );
}

/** Files that never change, as many as fit; all are forgotten when no more do. */
function createByteCache(most: number) {
  const files = new Map<string, Buffer>();
  let bytes = 0;
  return {
    get: (path: string) => files.get(path),
    set(path: string, content: Buffer) {
      if (bytes + content.length > most) {
        files.clear();
        bytes = 0;
      }
      bytes += content.length;
      files.set(path, content);
    },
  };
}
