import { HASH_LENGTH } from '@huimin/evidence/bytes';
import {
  readerOfTiles,
  TILE_WIDTH,
  type Tile,
  type TileReader,
  tilePath,
  tilesOfNodes,
  tileWidth,
} from '@huimin/evidence/log';
import { auditRanges, consistencyRanges, nodesOf, rangeHash } from '@huimin/evidence/merkle';
import type { LoggedEntry } from '@huimin/evidence/verify';
import { inParallel } from '../../../coordination/in-parallel.ts';
import type { EvidenceLog } from '../log/evidence-log.ts';
import { edgeTiles } from '../log/grow-tree.ts';

interface EntryRow {
  readonly key: string;
  readonly position: bigint;
  readonly entry: Buffer;
}

/** Files of the log that are kept at hand: of a million entries those of the last days that were looked at. */
const MOST_TILES = 2_048;
const READS_AT_ONCE = 8;

/** Entries of the log with their way to the root of one checkpoint. Files of the log are read once, as far as they find room. */
export class LogProofs {
  readonly size: number;
  readonly #log: EvidenceLog;
  readonly #edge: readonly Tile[];
  readonly #tiles = new Map<string, Buffer>();

  constructor(log: EvidenceLog, size: number) {
    this.#log = log;
    this.size = size;
    this.#edge = edgeTiles(size).filter(({ level }) => level !== 'entries');
  }

  /**
   * By their keys. What the checkpoint does not speak for is left out, and so is an entry of which a file of the log that its way
   * leads through is missing: it is not there as long as nobody brings the file back.
   */
  async byKeys(keys: readonly string[]): Promise<Map<string, LoggedEntry>> {
    const rows = await this.#log.database.query<EntryRow>(
      `select key, position, entry from log_entries where key = any($1) and position < $2`,
      [keys, this.size],
    );
    return this.#prove(rows);
  }

  async at(positions: readonly number[]): Promise<LoggedEntry[]> {
    if (positions.length === 0) return [];
    const rows = await this.#log.database.query<EntryRow>(
      `select key, position, entry from log_entries where position = any($1) and position < $2 order by position`,
      [positions, this.size],
    );
    return [...(await this.#prove(rows)).values()];
  }

  /** Builds and documents, all that were ever registered. */
  async registered(): Promise<LoggedEntry[]> {
    const rows = await this.#log.database.query<EntryRow>(
      `select key, position, entry from log_entries
       where position < $1 and (key like 'build/%' or key like 'document/%') order by position`,
      [this.size],
    );
    return [...(await this.#prove(rows)).values()];
  }

  /** What changed the key of log and manifests. */
  async signers(): Promise<LoggedEntry[]> {
    const rows = await this.#log.database.query<EntryRow>(
      `select key, position, entry from log_entries where key like 'key/%' and position < $1 order by position`,
      [this.size],
    );
    return [...(await this.#prove(rows)).values()];
  }

  /** That one tree is the beginning of the other. Without a file that it needs there is none, and an empty one proves nothing. */
  async consistency(size: number): Promise<Uint8Array[]> {
    const [first, second] = size <= this.size ? [size, this.size] : [this.size, size];
    const ranges = consistencyRanges(first, second);
    const tiles = await this.#load(tilesOfNodes(ranges.flatMap(nodesOf), second));
    try {
      const read = readerOfTiles(second, (tile) => tiles(tile) ?? Buffer.alloc(0));
      return ranges.map((range) => rangeHash(range, read));
    } catch {
      return [];
    }
  }

  async #prove(rows: readonly EntryRow[]): Promise<Map<string, LoggedEntry>> {
    if (rows.length === 0) return new Map();
    const wanted = new Map(this.#edge.map((tile) => [tilePath(tile), tile]));
    for (const { position } of rows) {
      for (const tile of tilesAbove(Number(position), this.size)) wanted.set(tilePath(tile), tile);
    }
    const tiles = await this.#load([...wanted.values()]);
    const isThere = (tile: Tile): boolean => tiles(tile) !== null;
    if (!this.#edge.every(isThere)) return new Map();
    return new Map(
      rows
        .filter(({ position }) => tilesAbove(Number(position), this.size).every(isThere))
        .map(({ key, position, entry }) => [key, new ProvedEntry(Number(position), entry, this.size, tiles)]),
    );
  }

  /** Reads what is asked for, all of it at hand for whoever keeps the answer; a file of the wrong length is none. */
  async #load(wanted: readonly Tile[]): Promise<TileReader> {
    const found = new Map<string, Buffer>();
    const missing: Tile[] = [];
    for (const tile of wanted) {
      const known = this.#tiles.get(tilePath(tile));
      if (known) found.set(tilePath(tile), known);
      else missing.push(tile);
    }
    if (this.#tiles.size + missing.length > MOST_TILES) this.#tiles.clear();
    const read = async (tile: Tile): Promise<void> => {
      const bytes = await this.#read(tile);
      if (bytes?.length !== tile.width * HASH_LENGTH) return;
      found.set(tilePath(tile), bytes);
      this.#tiles.set(tilePath(tile), bytes);
    };
    await inParallel(missing, READS_AT_ONCE, read, (_, error) => {
      throw error;
    });
    return (tile) => found.get(tilePath(tile)) ?? null;
  }

  /** A full tile never changes, and nobody needs to be asked how wide it is by now. */
  async #read(tile: Tile): Promise<Buffer | null> {
    const full = tile.width === TILE_WIDTH ? await this.#log.stored(tile) : null;
    return full ?? this.#log.tile(tile);
  }
}

/** The tiles that the way of a leaf to the root leads through, those of the right edge aside. */
function tilesAbove(index: number, size: number): Tile[] {
  const tiles: Tile[] = [];
  for (let level = 0, at = index; ; level += 1) {
    at = Math.floor(at / TILE_WIDTH);
    const width = tileWidth(level, at, size);
    if (width === 0) return tiles;
    tiles.push({ level, index: at, width });
  }
}

/** The path is worked out for whoever asks: with the tiles at hand the verifier does without. */
class ProvedEntry implements LoggedEntry {
  readonly index: number;
  readonly entry: Uint8Array;
  readonly tiles: TileReader;
  readonly #size: number;

  constructor(index: number, entry: Uint8Array, size: number, tiles: TileReader) {
    this.index = index;
    this.entry = entry;
    this.tiles = tiles;
    this.#size = size;
  }

  get path(): Uint8Array[] {
    const read = readerOfTiles(this.#size, (tile) => this.tiles(tile) ?? Buffer.alloc(0));
    return auditRanges(this.index, this.#size).map((range) => rangeHash(range, read));
  }
}
