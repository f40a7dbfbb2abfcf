import { leafHash, MerkleTree } from '@huimin/evidence/merkle';
import type { CapturePlace } from '@huimin/evidence/sealed';
import type { Query } from '../../../db/database.ts';
import type { ChunkRow } from '../../recording/index.ts';
import { captureKey } from '../log/capture.ts';

interface CaptureRow {
  readonly segment: string;
  readonly from_frame: number;
  readonly frames: number;
  readonly hashes: Buffer | null;
  readonly position: bigint | null;
}

const HASH = 32;

/**
 * Where each chunk stands in the captures that the log has published, in the order of the chunks; null while one of them is
 * in none: it is looked for again later.
 */
export async function capturedPlaces(
  query: Query,
  chunks: readonly Pick<ChunkRow, 'segment' | 'frame' | 'sha256'>[],
): Promise<CapturePlace[] | null> {
  const captures = await capturesOf(query, [...new Set(chunks.map(({ segment }) => segment))]);
  const trees = new Map<CaptureRow, MerkleTree>();
  const places: CapturePlace[] = [];
  for (const { segment, frame, sha256 } of chunks) {
    const capture = captures.find(
      (row) => row.segment === segment && row.from_frame <= frame && frame < row.from_frame + row.frames,
    );
    if (!capture?.hashes || capture.position === null) return null;
    const { hashes } = capture;
    const index = frame - capture.from_frame;
    if (!hashes.subarray(index * HASH, (index + 1) * HASH).equals(sha256)) {
      throw new Error(`chunk ${frame} of ${segment} is not the one that was captured`);
    }
    const tree = trees.get(capture) ?? treeOf(hashes);
    trees.set(capture, tree);
    const path = tree.auditPath(index).map((hash) => Buffer.from(hash).toString('hex'));
    places.push({ entry: Number(capture.position), index, path });
  }
  return places;
}

async function capturesOf(query: Query, segments: readonly string[]): Promise<CaptureRow[]> {
  const rows = await query<Omit<CaptureRow, 'position'>>(
    `select segment, from_frame, frames, hashes from log_captures where segment = any($1)`,
    [segments],
  );
  const keys = rows.map(({ segment, from_frame: from }) => captureKey(segment, from));
  const entries = await query<{ key: string; position: bigint | null }>(
    `select key, position from log_entries where key = any($1)`,
    [keys],
  );
  const positions = new Map(entries.map(({ key, position }) => [key, position]));
  return rows.map((row, index) => ({ ...row, position: positions.get(keys[index] as string) ?? null }));
}

function treeOf(hashes: Buffer): MerkleTree {
  const tree = new MerkleTree();
  for (let at = 0; at < hashes.length; at += HASH) tree.append(leafHash(hashes.subarray(at, at + HASH)));
  return tree;
}
