import { bundleBytes, newTiles, TILE_WIDTH, type Tile, tileBytes, tilePath } from '@huimin/evidence/log';
import { leafHash, MerkleTree } from '@huimin/evidence/merkle';
import type { Query } from '../../../db/database.ts';
import { type EvidenceLog, LogDamage, logFile, openOwn } from './evidence-log.ts';
import { entriesBetween, lastCheckpoint } from './log-store.ts';
import { copyName } from './publish.ts';

const ENTRIES_AT_ONCE = 4_096;

export interface RebuiltLog {
  /** Of the tree that the last checkpoint speaks for; 0 before the first. */
  readonly size: number;
  readonly files: number;
  /** Files that the store had lost. */
  readonly written: readonly string[];
  /** Files that the store has with other bytes; they are left as they are. */
  readonly different: readonly string[];
}

/**
 * Brings back what the store lost of the log's files, out of the entries in the database. These have to be the tree of
 * the last checkpoint, which has to be the one in the second place: else nothing is written, and it says why.
 */
export async function rebuildLog(
  log: EvidenceLog,
  progress: (done: number, of: number) => void = () => undefined,
): Promise<RebuiltLog | { readonly damage: string }> {
  try {
    return await rebuild(log, progress);
  } catch (error) {
    if (error instanceof LogDamage) return { damage: error.message };
    throw error;
  }
}

async function rebuild(log: EvidenceLog, progress: (done: number, of: number) => void): Promise<RebuiltLog> {
  const { query } = log.database;
  const last = await lastCheckpoint(query);
  if (last === null) return { size: 0, files: 0, written: [], different: [] };
  const head = await openOwn(log, last.checkpoint);
  if (head.size !== last.size) throw new LogDamage('checkpoint', 'a checkpoint was put in the place of another');
  const copy = await log.copies.get(copyName(last.number));
  if (copy === null) throw new LogDamage('copy', `checkpoint ${last.number} has no copy in the second place`);
  if (String(copy) !== last.checkpoint)
    throw new LogDamage('copy', `the copy of checkpoint ${last.number} is another one`);
  const tree = await treeOfEntries(query, last.size);
  if (!Buffer.from(head.root).equals(tree.root())) {
    throw new LogDamage(
      'entries',
      `the entries in the database are not those of the checkpoint over ${last.size} entries`,
    );
  }
  const tiles = newTiles(0, last.size);
  const written: string[] = [];
  const different: string[] = [];
  for (const [done, tile] of tiles.entries()) {
    const path = tilePath(tile);
    const bytes = await contentOf(query, tree, tile);
    const there = await log.store.get(logFile(path));
    if (there === null) {
      await log.store.put(logFile(path), bytes, { contentType: 'application/octet-stream' });
      written.push(path);
    } else if (!there.equals(bytes)) different.push(path);
    progress(done + 1, tiles.length);
  }
  return { size: last.size, files: tiles.length, written, different };
}

async function treeOfEntries(query: Query, size: number): Promise<MerkleTree> {
  const tree = new MerkleTree();
  for (let from = 0; from < size; from += ENTRIES_AT_ONCE) {
    const entries = await entriesBetween(query, from, Math.min(size, from + ENTRIES_AT_ONCE));
    for (const entry of entries) tree.append(leafHash(entry));
  }
  return tree;
}

async function contentOf(query: Query, tree: MerkleTree, { level, index, width }: Tile): Promise<Buffer> {
  if (level !== 'entries') return tileBytes(level, index, width, tree.read);
  const first = index * TILE_WIDTH;
  const entries = await entriesBetween(query, first, first + width);
  // They were read before: what is written is what was compared with the checkpoint.
  const changed = entries.findIndex((entry, at) => !leafHash(entry).equals(tree.read(0, first + at)));
  if (changed >= 0) throw new LogDamage('entries', `entry ${first + changed} was changed meanwhile`);
  return bundleBytes(entries);
}
