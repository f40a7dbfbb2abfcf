import { crc32 } from 'node:zlib';
import { BROKEN, type Inspected, sizeRefusal } from './inspected.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** What a picture consists of, and how its colours are meant. */
const KEPT: readonly string[] = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'pHYs'];
const CRITICAL = /^[A-Z]/;

/** Walks a PNG chunk by chunk and writes anew what a picture consists of; texts, EXIF and what follows the end are left out. */
export function inspectPng(bytes: Buffer): Inspected {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) return BROKEN;
  const kept: Buffer[] = [SIGNATURE];
  let size: readonly [width: number, height: number] | null = null;
  let hasData = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const next = at + 12 + length;
    if (next > bytes.length) return BROKEN;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, next - 4)) !== bytes.readUInt32BE(next - 4)) return BROKEN;
    if ((type === 'IHDR') !== (at === 8)) return BROKEN;
    if (type === 'IHDR') {
      if (length !== 13) return BROKEN;
      size = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
    }
    if (KEPT.includes(type)) kept.push(bytes.subarray(at, next));
    else if (CRITICAL.test(type)) return BROKEN;
    hasData ||= type === 'IDAT';
    if (type === 'IEND') {
      if (size === null || !hasData) return BROKEN;
      return sizeRefusal(...size) ?? { ok: true, mediaType: 'image/png', bytes: Buffer.concat(kept) };
    }
    at = next;
  }
  return BROKEN;
}
