import { buffer, type Damage, damage, isDamage, readUtf8, u32 } from '../bytes/index.ts';
import { canonicalJson, readCanonical } from '../canonical/index.ts';
import { MOST_CHUNK_BYTES } from '../chunk/index.ts';
import { count, members, name, text } from '../shape/index.ts';
import { crc32c } from './crc32c.ts';

export { crc32c };

export const MOST_SEGMENT_BYTES = 64 * 1_024 * 1_024;
/** What a frame adds to its chunk. */
export const FRAME_EXTRA = 8;
const MAGIC = Buffer.from('HMSEG1\n');
const MOST_LINE_BYTES = 1_024;

/** Which file this is, whose, since when. */
export interface SegmentInfo {
  segment: string;
  server: string;
  openedAt: number;
}

const info = members({ segment: name(1, 64), server: text(64), openedAt: count });

/** The bytes a segment file begins with. */
export function segmentStart(of: SegmentInfo): Buffer {
  const wrong = info(of, 'segment');
  if (wrong !== null) throw new Error(wrong);
  return Buffer.concat([MAGIC, Buffer.from(`${canonicalJson(of)}\n`)]);
}

/** A chunk as it stands in a segment file. */
export function frameOf(chunk: Uint8Array): Buffer {
  if (chunk.length === 0 || chunk.length > MOST_CHUNK_BYTES) throw new Error('no chunk has this length');
  return Buffer.concat([u32(chunk.length), chunk, u32(crc32c(chunk))]);
}

/** Where a chunk stands in its file (behind its length), and the chunk. */
export interface Frame {
  offset: number;
  chunk: Buffer;
}

export interface SegmentContent {
  info: SegmentInfo;
  frames: Frame[];
  /** Where the last whole frame ends: here a torn file is cut, and here writing goes on. */
  end: number;
  /** What stands behind the end: a frame that was never finished. Nothing when the file ends well. */
  torn: Damage | null;
  /** Frames in the middle that do not match their check sum. No crash does that: the disk, or somebody. */
  damaged: Damage[];
}

/** Reads the first bytes of a segment file: what it says, and where its first frame begins. */
export function readSegmentStart(stored: Uint8Array): { info: SegmentInfo; length: number } | Damage {
  const bytes = buffer(stored);
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return damage('does not begin like a segment');
  const end = bytes.subarray(0, MAGIC.length + MOST_LINE_BYTES).indexOf(0x0a, MAGIC.length);
  const line = end < 0 ? null : readUtf8(bytes.subarray(MAGIC.length, end));
  const read = line === null ? undefined : readCanonical(line);
  const wrong = read === undefined ? 'not canonical JSON' : info(read, 'segment');
  return wrong === null ? { info: read as SegmentInfo, length: end + 1 } : damage(wrong, MAGIC.length);
}

/** Reads a whole segment file. Nothing that stands before a whole frame is ever called torn. */
export function readSegment(stored: Uint8Array): SegmentContent | Damage {
  const bytes = buffer(stored);
  const start = readSegmentStart(bytes);
  if (isDamage(start)) return start;
  const content: SegmentContent = { info: start.info, frames: [], end: start.length, torn: null, damaged: [] };
  let at = start.length;
  while (at < bytes.length) {
    const frame = readFrame(bytes, at);
    if (isDamage(frame)) {
      const next = nextFrameAt(bytes, at);
      if (next < 0) return { ...content, torn: frame };
      content.damaged.push(frame);
      at = next;
    } else {
      content.frames.push(frame);
      at = frame.offset + frame.chunk.length + 4;
      content.end = at;
    }
  }
  return content;
}

/** Reads the frame that begins at a place. */
export function readFrame(bytes: Buffer, at: number): Frame | Damage {
  if (at + 4 > bytes.length) return damage('no room for a length', at);
  const length = bytes.readUInt32BE(at);
  if (length === 0 || length > MOST_CHUNK_BYTES) return damage('no chunk has this length', at);
  const end = at + 4 + length;
  if (end + 4 > bytes.length) return damage('the frame is cut off', at);
  const chunk = bytes.subarray(at + 4, end);
  return crc32c(chunk) === bytes.readUInt32BE(end) ? { offset: at + 4, chunk } : damage('check sum', at);
}

// Every header begins with it, behind the two lengths of frame and header.
const HEADER_START = Buffer.from('{"build":"');

/** Where the next whole frame begins behind a broken one; -1 when there is none. */
function nextFrameAt(bytes: Buffer, broken: number): number {
  for (let found = broken + 9; ; found++) {
    found = bytes.indexOf(HEADER_START, found);
    if (found < 0) return -1;
    if (!isDamage(readFrame(bytes, found - 8))) return found - 8;
  }
}
