import { readerOfTiles, type Tile, tilePath, tilesOfNodes } from '@huimin/evidence/log';
import { auditRanges, consistencyRanges, nodesOf, type Range, rangeHash } from '@huimin/evidence/merkle';
import type { LoggedEntry } from '@huimin/evidence/verify';
import type { EvidenceLog } from '../log/evidence-log.ts';

interface EntryRow {
  readonly key: string;
  readonly position: bigint;
  readonly entry: Buffer;
}

/** Entries of the log with their way to the root of one checkpoint. Files of the log are read once. */
export class LogProofs {
  readonly size: number;
  readonly #log: EvidenceLog;
  readonly #tiles = new Map<string, Buffer>();

  constructor(log: EvidenceLog, size: number) {
    this.#log = log;
    this.size = size;
  }

  /** By their keys; what the checkpoint does not speak for is left out. */
  async byKeys(keys: readonly string[]): Promise<Map<string, LoggedEntry>> {
    const rows = await this.#log.database.query<EntryRow>(
      `select key, position, entry from log_entries where key = any($1) and position < $2`,
      [keys, this.size],
    );
    const proved = await this.#prove(rows);
    return new Map(rows.map(({ key }, index) => [key, proved[index] as LoggedEntry]));
  }

  async at(positions: readonly number[]): Promise<LoggedEntry[]> {
    if (positions.length === 0) return [];
    const rows = await this.#log.database.query<EntryRow>(
      `select key, position, entry from log_entries where position = any($1) and position < $2 order by position`,
      [positions, this.size],
    );
    return this.#prove(rows);
  }

  /** Builds and documents, all that were ever registered. */
  async registered(): Promise<LoggedEntry[]> {
    const rows = await this.#log.database.query<EntryRow>(
      `select key, position, entry from log_entries
       where position < $1 and (key like 'build%' or key like 'document%') order by position`,
      [this.size],
    );
    return this.#prove(rows);
  }

  /** What changed the key of log and manifests. */
  async signers(): Promise<LoggedEntry[]> {
    const rows = await this.#log.database.query<EntryRow>(
      `select key, position, entry from log_entries where key like 'key/%' and position < $1 order by position`,
      [this.size],
    );
    return this.#prove(rows);
  }

  /** That one tree is the beginning of the other. */
  async consistency(size: number): Promise<Uint8Array[]> {
    const [first, second] = size <= this.size ? [size, this.size] : [this.size, size];
    return this.#hashes(consistencyRanges(first, second), second);
  }

  async #prove(rows: readonly EntryRow[]): Promise<LoggedEntry[]> {
    const proved: LoggedEntry[] = [];
    for (const { position, entry } of rows) {
      const index = Number(position);
      proved.push({ index, entry, path: await this.#hashes(auditRanges(index, this.size), this.size) });
    }
    return proved;
  }

  async #hashes(ranges: readonly Range[], size: number): Promise<Uint8Array[]> {
    for (const tile of tilesOfNodes(ranges.flatMap(nodesOf), size)) {
      const path = tilePath(tile);
      if (!this.#tiles.has(path)) this.#tiles.set(path, await this.#read(tile));
    }
    const read = readerOfTiles(size, (tile) => this.#tiles.get(tilePath(tile)) as Buffer);
    return ranges.map((range) => rangeHash(range, read));
  }

  async #read(tile: Tile): Promise<Buffer> {
    return (await this.#log.tile(tile)) ?? Buffer.alloc(0);
  }
}
