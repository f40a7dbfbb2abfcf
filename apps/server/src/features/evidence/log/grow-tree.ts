import {
  bundleBytes,
  newTiles,
  readBundle,
  readerOfTiles,
  TILE_WIDTH,
  type Tile,
  tileBytes,
  tilePath,
  tileWidth,
} from '@huimin/evidence/log';
import { leafHash, type NodeReader, nodeHash, rootFrom } from '@huimin/evidence/merkle';

/** What a tree of one size is continued from: the tiles of its right edge, and the bundle that is not full. */
export function edgeTiles(size: number): Tile[] {
  const tiles: Tile[] = [];
  const add = (level: Tile['level'], units: number): void => {
    const index = Math.floor(units / TILE_WIDTH);
    const width = tileWidth(level, index, size);
    if (width > 0) tiles.push({ level, index, width });
  };
  if (size > 0) add('entries', size);
  for (let level = 0, units = size; units > 0; level += 1, units = Math.floor(units / TILE_WIDTH)) add(level, units);
  return tiles;
}

export interface GrownTree {
  readonly size: number;
  /** Of any size from the one before to this one. */
  rootAt(size: number): Uint8Array;
  /** What is new or wider than in the tree before, with its content. */
  readonly files: readonly { readonly path: string; readonly bytes: Buffer }[];
}

/**
 * A tree with entries added to it. Of what was there before it reads the right edge alone, as it was published.
 * @param stored the bytes of each of `edgeTiles(before)`, by path
 */
export function growTree(
  before: number,
  stored: ReadonlyMap<string, Uint8Array>,
  added: readonly Uint8Array[],
): GrownTree {
  const of = (tile: Tile): Uint8Array => {
    const bytes = stored.get(tilePath(tile));
    if (!bytes) throw new Error(`${tilePath(tile)} is not at hand`);
    return bytes;
  };
  const size = before + added.length;
  const old = readerOfTiles(before, of);
  const leaves = added.map(leafHash);
  const made = new Map<string, Uint8Array>();
  const read: NodeReader = (level, index) => {
    if ((index + 1) * 2 ** level <= before) return old(level, index);
    if (level === 0) {
      const leaf = leaves[index - before];
      if (!leaf) throw new Error(`the tree has no leaf ${index}`);
      return leaf;
    }
    const name = `${level}/${index}`;
    const node = made.get(name) ?? nodeHash(read(level - 1, 2 * index), read(level - 1, 2 * index + 1));
    made.set(name, node);
    return node;
  };
  const open = edgeTiles(before).find(({ level }) => level === 'entries');
  const opened = open ? readBundle(of(open)) : [];
  if (opened === null || opened.length !== (open?.width ?? 0)) throw new Error('the open bundle cannot be read');
  const first = before - opened.length;
  for (const [index, entry] of opened.entries()) {
    if (!leafHash(entry).equals(read(0, first + index))) throw new Error(`entry ${first + index} is not the tree's`);
  }
  const entries = [...opened, ...added];
  const contentOf = ({ level, index, width }: Tile): Buffer =>
    level === 'entries'
      ? bundleBytes(entries.slice(index * TILE_WIDTH - first, index * TILE_WIDTH - first + width))
      : tileBytes(level, index, width, read);
  return {
    size,
    rootAt: (at) => rootFrom(at, read),
    files: newTiles(before, size).map((tile) => ({ path: tilePath(tile), bytes: contentOf(tile) })),
  };
}
