import { crc32, inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** Raw bytes: bills name their files in GBK. */
  readonly name: Buffer;
  readonly content: Buffer;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const COMMENT_BYTES = 65_535;
const ENCRYPTED = 1;

/**
 * The files of a zip (stored or deflated, no ZIP64), each checked against its CRC-32.
 * Throws RangeError for anything else, or when they are larger than `maxBytes` together.
 */
export function zipEntries(zip: Buffer, maxBytes: number): ZipEntry[] {
  const end = endOf(zip);
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  let leftBytes = maxBytes;
  const entries: ZipEntry[] = [];
  for (let number = 0; number < count; number++) {
    if (zip.readUInt32LE(at) !== CENTRAL) throw new RangeError('not a zip: no entry where the list says');
    const nameBytes = zip.readUInt16LE(at + 28);
    const size = zip.readUInt32LE(at + 24);
    if (size > leftBytes) throw new RangeError('zip larger than allowed');
    leftBytes -= size;
    entries.push({
      name: zip.subarray(at + 46, at + 46 + nameBytes),
      content: contentOf(zip, {
        flags: zip.readUInt16LE(at + 8),
        method: zip.readUInt16LE(at + 10),
        crc: zip.readUInt32LE(at + 16),
        packedBytes: zip.readUInt32LE(at + 20),
        size,
        local: zip.readUInt32LE(at + 42),
      }),
    });
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

interface Listed {
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly size: number;
  readonly local: number;
}

function contentOf(zip: Buffer, entry: Listed): Buffer {
  if ((entry.flags & ENCRYPTED) !== 0) throw new RangeError('zip with an encrypted file');
  if (zip.readUInt32LE(entry.local) !== LOCAL) throw new RangeError('not a zip: no file where the list says');
  const from = entry.local + 30 + zip.readUInt16LE(entry.local + 26) + zip.readUInt16LE(entry.local + 28);
  const packed = zip.subarray(from, from + entry.packedBytes);
  const content = unpacked(packed, entry);
  if (content.length !== entry.size || crc32(content) !== entry.crc) throw new RangeError('zip with a damaged file');
  return content;
}

function unpacked(packed: Buffer, { method, size }: Listed): Buffer {
  if (method === 0) return packed;
  if (method !== 8) throw new RangeError('zip with an unknown method of packing');
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch {
    throw new RangeError('zip with a damaged file');
  }
}

function endOf(zip: Buffer): number {
  const earliest = Math.max(0, zip.length - END_BYTES - COMMENT_BYTES);
  for (let at = zip.length - END_BYTES; at >= earliest; at--) {
    if (zip.readUInt32LE(at) === END) return at;
  }
  throw new RangeError('not a zip');
}
