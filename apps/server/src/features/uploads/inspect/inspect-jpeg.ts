import { exifWithOrientation, orientationOf } from './exif-orientation.ts';
import { BROKEN, type Inspected, sizeRefusal } from './inspected.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
/** Quantisation, Huffman, restart interval: with frames and scans all that a picture needs. */
const TABLES: readonly number[] = [0xdb, 0xc4, 0xdd];
/** Baseline, extended, progressive. */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];
const KEPT_SIGNATURES: Readonly<Record<number, string>> = {
  [APP0]: 'JFIF\0',
  [APP2]: 'ICC_PROFILE\0',
  [APP14]: 'Adobe',
};

/**
 * Walks a JPEG marker by marker to the end of its first picture and writes anew what a picture consists of. Place, time,
 * camera, comments and whatever follows the end are left out; which way is up stays.
 */
export function inspectJpeg(bytes: Buffer): Inspected {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return BROKEN;
  const kept: Buffer[] = [];
  let orientation = 1;
  let size: readonly [width: number, height: number] | null = null;
  let scans = 0;
  for (let at = 2; at < bytes.length; ) {
    if (bytes[at] !== 0xff) return BROKEN;
    const marker = bytes[at + 1];
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === undefined) return BROKEN;
    if (marker === EOI) {
      if (size === null || scans === 0) return BROKEN;
      const start = Buffer.from([0xff, SOI]);
      const end = Buffer.from([0xff, EOI]);
      const turned = orientation === 1 ? [] : [exifWithOrientation(orientation)];
      const refused = sizeRefusal(...size);
      return refused ?? { ok: true, mediaType: 'image/jpeg', bytes: Buffer.concat([start, ...turned, ...kept, end]) };
    }
    const length = at + 3 < bytes.length ? bytes.readUInt16BE(at + 2) : 0;
    const next = at + 2 + length;
    if (length < 2 || next > bytes.length) return BROKEN;
    const body = bytes.subarray(at + 4, next);
    if (marker === SOS) {
      if (size === null) return BROKEN;
      const end = endOfScan(bytes, next);
      if (end === null) return BROKEN;
      kept.push(bytes.subarray(at, end));
      scans += 1;
      at = end;
      continue;
    }
    if (FRAMES.includes(marker)) {
      if (size !== null || body.length < 6) return BROKEN;
      size = [body.readUInt16BE(3), body.readUInt16BE(1)];
      kept.push(bytes.subarray(at, next));
    } else if (TABLES.includes(marker)) {
      kept.push(bytes.subarray(at, next));
    } else if (marker === APP1) {
      orientation = orientationOf(body) ?? orientation;
    } else if ((marker >= APP0 && marker <= 0xef) || marker === 0xfe) {
      const signature = KEPT_SIGNATURES[marker];
      if (signature !== undefined && body.toString('latin1', 0, signature.length) === signature) {
        kept.push(bytes.subarray(at, next));
      }
    } else {
      return BROKEN;
    }
    at = next;
  }
  return BROKEN;
}

/** Where the next marker after coded picture data stands. */
function endOfScan(bytes: Buffer, from: number): number | null {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const following = bytes[at + 1] as number;
    const isData = following === 0 || following === 0xff || (following >= 0xd0 && following <= 0xd7);
    if (!isData) return at;
  }
  return null;
}
