import { type CanonicalReader, words } from '../canonical/reader.ts';

/** What may stand in `flags`, in their order. */
export const CHUNK_FLAGS = ['conflict', 'final', 'late', 'plain', 'unsigned-in'] as const;
export type ChunkFlag = (typeof CHUNK_FLAGS)[number];

const WRITTEN = CHUNK_FLAGS.map((flag) => ({ flag, first: words(`"${flag}"`), next: words(`,"${flag}"`) }));

/** Those that stand here in their order, as they are always written, up to what is none of them. */
export function readFlags(reader: CanonicalReader): ChunkFlag[] {
  const flags: ChunkFlag[] = [];
  if (reader.isAtEndOfList()) return flags;
  for (const { flag, first, next } of WRITTEN) {
    if (reader.skips(flags.length === 0 ? first : next)) flags.push(flag);
  }
  return flags;
}
