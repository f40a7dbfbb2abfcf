import { buffer, HASH_LENGTH, u16 } from '../bytes/index.ts';
import { type NodeReader, nodeHash, type TreeNode } from '../merkle/index.ts';
import { MOST_ENTRY_BYTES } from './entries.ts';

// c2sp.org/tlog-tiles

export const TILE_HEIGHT = 8;
/** Hashes of a full tile, entries of a full bundle. */
export const TILE_WIDTH = 256;

/** A tile, or with level `entries` a bundle of entries; a width below 256 is a partial one. */
export interface Tile {
  level: number | 'entries';
  index: number;
  width: number;
}

/** Reads tiles of one tree; null where one is not at hand. */
export type TileReader = (tile: Tile) => Uint8Array | null;

/** 1234067 → x001/x234/067 */
function indexPath(index: number): string {
  const last = String(index % 1_000).padStart(3, '0');
  let path = last;
  for (let rest = Math.floor(index / 1_000); rest > 0; rest = Math.floor(rest / 1_000)) {
    path = `x${String(rest % 1_000).padStart(3, '0')}/${path}`;
  }
  return path;
}

export const tilePath = ({ level, index, width }: Tile): string =>
  `tile/${level}/${indexPath(index)}${width === TILE_WIDTH ? '' : `.p/${width}`}`;

const PATH = /^tile\/(0|[1-9]\d?|entries)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** The tile of a path; null when it is none, or not written in its one way. */
export function readTilePath(path: string): Tile | null {
  const [, level, digits, width] = PATH.exec(path) ?? [];
  if (level === undefined || digits === undefined) return null;
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(digits.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  return Number.isSafeInteger(tile.index) && tilePath(tile) === path ? tile : null;
}

/** How wide a tile is in a tree of this size; 0 when it has none of it yet. */
export function tileWidth(level: number | 'entries', index: number, size: number): number {
  const own = Math.floor(size / TILE_WIDTH ** (level === 'entries' ? 0 : level));
  return Math.max(0, Math.min(TILE_WIDTH, own - index * TILE_WIDTH));
}

/** The tiles, bundles included, that are new or wider in a tree that grew from one size to another. */
export function newTiles(before: number, after: number): Tile[] {
  const tiles: Tile[] = [];
  const levels: (number | 'entries')[] = ['entries'];
  for (let level = 0; Math.floor(after / TILE_WIDTH ** level) > 0; level++) levels.push(level);
  for (const level of levels) {
    const unit = TILE_WIDTH ** (level === 'entries' ? 0 : level);
    const first = Math.floor(Math.floor(before / unit) / TILE_WIDTH);
    for (let index = first; tileWidth(level, index, after) > 0; index++) {
      const width = tileWidth(level, index, after);
      if (width !== tileWidth(level, index, before)) tiles.push({ level, index, width });
    }
  }
  return tiles;
}

/** The tile of a tree of this size that a node can be worked out from. */
export function tileOfNode({ level, index }: TreeNode, size: number): Tile {
  const tileLevel = Math.floor(level / TILE_HEIGHT);
  const perNode = 2 ** (level % TILE_HEIGHT);
  const tileIndex = Math.floor((index * perNode) / TILE_WIDTH);
  return { level: tileLevel, index: tileIndex, width: tileWidth(tileLevel, tileIndex, size) };
}

/** The tiles of a tree of this size that these nodes can be worked out from, each once. */
export function tilesOfNodes(nodes: Iterable<TreeNode>, size: number): Tile[] {
  const tiles = new Map<string, Tile>();
  for (const node of nodes) {
    const tile = tileOfNode(node, size);
    tiles.set(tilePath(tile), tile);
  }
  return [...tiles.values()];
}

/** Works nodes out of tiles. Throws when a tile is missing or too short. */
export function readerOfTiles(size: number, tileBytes: (tile: Tile) => Uint8Array): NodeReader {
  return (level, index) => {
    const tile = tileOfNode({ level, index }, size);
    const bytes = tileBytes(tile);
    if (bytes.length !== tile.width * HASH_LENGTH) throw new Error(`${tilePath(tile)} has the wrong length`);
    const perNode = 2 ** (level % TILE_HEIGHT);
    const first = (index * perNode) % TILE_WIDTH;
    if (first + perNode > tile.width) throw new Error(`${tilePath(tile)} does not reach that far`);
    let hashes: Uint8Array[] = Array.from({ length: perNode }, (_, at) => {
      const from = (first + at) * HASH_LENGTH;
      return bytes.subarray(from, from + HASH_LENGTH);
    });
    while (hashes.length > 1) {
      const row = hashes;
      hashes = Array.from({ length: row.length / 2 }, (_, at) =>
        nodeHash(row[2 * at] as Uint8Array, row[2 * at + 1] as Uint8Array),
      );
    }
    return hashes[0] as Uint8Array;
  };
}

/** A tile's bytes, from a tree that holds it. */
export function tileBytes(level: number, index: number, width: number, read: NodeReader): Buffer {
  const first = index * TILE_WIDTH;
  return Buffer.concat(Array.from({ length: width }, (_, at) => read(level * TILE_HEIGHT, first + at)));
}

export function bundleBytes(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > MOST_ENTRY_BYTES) throw new Error('too long for an entry');
      return [u16(entry.length), entry];
    }),
  );
}

/** The entries of a bundle; null when the bytes are none. */
export function readBundle(stored: Uint8Array): Buffer[] | null {
  const bytes = buffer(stored);
  const entries: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (at + 2 > bytes.length || entries.length === TILE_WIDTH) return null;
    const end = at + 2 + bytes.readUInt16BE(at);
    if (end > bytes.length) return null;
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
