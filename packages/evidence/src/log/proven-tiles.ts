import { buffer, HASH_LENGTH } from '../bytes/index.ts';
import { nodeHash, rootFrom } from '../merkle/index.ts';
import type { TreeHead } from './note.ts';
import { readerOfTiles, TILE_WIDTH, type Tile, type TileReader, tileWidth } from './tiles.ts';

/**
 * Tiles that were worked up to the root of a tree head, each once: what stands in one of them stands in the tree. For many entries
 * of one log this is what an audit path is for one.
 */
export class ProvenTiles {
  readonly #head: TreeHead;
  /** Bytes that were proved, with the place they were proved for. A tile that is read anew is proved anew. */
  readonly #proven = new WeakMap<Uint8Array, string>();

  constructor(head: TreeHead) {
    this.#head = head;
  }

  /** Whether this leaf stands at this place. False says no more than that these tiles do not show it. */
  holds(leaf: Uint8Array, index: number, tiles: TileReader): boolean {
    if (index < 0 || index >= this.#head.size) return false;
    const tile = this.#tileAt(0, Math.floor(index / TILE_WIDTH));
    const bytes = tiles(tile);
    return bytes !== null && this.#isProven(tile, bytes, tiles) && isAt(bytes, index % TILE_WIDTH, leaf);
  }

  #tileAt(level: number, index: number): Tile {
    return { level, index, width: tileWidth(level, index, this.#head.size) };
  }

  #isProven(tile: Tile, bytes: Uint8Array, tiles: TileReader): boolean {
    const place = `${tile.level}/${tile.index}`;
    if (this.#proven.get(bytes) === place) return true;
    const isTrue =
      bytes.length === tile.width * HASH_LENGTH &&
      (tile.width < TILE_WIDTH ? this.#isEdge(tiles) : this.#isBelow(tile, bytes, tiles));
    if (isTrue) this.#proven.set(bytes, place);
    return isTrue;
  }

  /** Full tiles are one hash in the tile above them. */
  #isBelow({ level, index }: Tile, bytes: Uint8Array, tiles: TileReader): boolean {
    const above = this.#tileAt(Number(level) + 1, Math.floor(index / TILE_WIDTH));
    const aboveBytes = tiles(above);
    return (
      aboveBytes !== null &&
      this.#isProven(above, aboveBytes, tiles) &&
      isAt(aboveBytes, index % TILE_WIDTH, rootOfTile(bytes))
    );
  }

  /** Those that are not full make the root together. */
  #isEdge(tiles: TileReader): boolean {
    const { size, root } = this.#head;
    try {
      const read = readerOfTiles(size, (tile) => tiles(tile) ?? new Uint8Array());
      return buffer(rootFrom(size, read)).equals(root);
    } catch {
      return false;
    }
  }
}

const isAt = (bytes: Uint8Array, place: number, hash: Uint8Array): boolean =>
  buffer(bytes).compare(hash, 0, HASH_LENGTH, place * HASH_LENGTH, (place + 1) * HASH_LENGTH) === 0;

function rootOfTile(bytes: Uint8Array): Uint8Array {
  let row: Uint8Array[] = Array.from({ length: TILE_WIDTH }, (_, at) =>
    bytes.subarray(at * HASH_LENGTH, (at + 1) * HASH_LENGTH),
  );
  while (row.length > 1) {
    const below = row;
    row = Array.from({ length: below.length / 2 }, (_, at) =>
      nodeHash(below[2 * at] as Uint8Array, below[2 * at + 1] as Uint8Array),
    );
  }
  return row[0] as Uint8Array;
}
