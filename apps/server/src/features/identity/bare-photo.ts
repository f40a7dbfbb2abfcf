/** A photo without anything but what is needed to draw it, or what is wrong with it. */
export type BarePhoto =
  | { readonly ok: true; readonly bytes: Buffer; readonly type: 'jpeg' | 'png' }
  | { readonly ok: false; readonly reason: 'no-photo' | 'broken' | 'too-large' };

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
const LONGEST_SIDE = 12_000;
const MOST_POINTS = 50_000_000;

const BROKEN: BarePhoto = { ok: false, reason: 'broken' };
const TOO_LARGE: BarePhoto = { ok: false, reason: 'too-large' };

/**
 * Tells a photo by its bytes, whatever it calls itself, and takes out everything that does not belong to the picture:
 * place, device and time (EXIF, XMP, IPTC), previews, comments, films hung on behind it.
 */
export function barePhoto(bytes: Buffer): BarePhoto {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return barePng(bytes);
  if (bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8) return bareJpeg(bytes);
  return { ok: false, reason: 'no-photo' };
}

function fits(width: number, height: number): boolean {
  return Math.max(width, height) <= LONGEST_SIDE && width * height <= MOST_POINTS;
}

function barePng(bytes: Buffer): BarePhoto {
  const kept: Buffer[] = [PNG_SIGNATURE];
  let hasPicture = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) return BROKEN;
    const type = bytes.toString('latin1', at + 4, at + 8);
    // The first chunk says how large the picture is.
    if (at === 8) {
      if (type !== 'IHDR' || length !== 13) return BROKEN;
      const [width, height] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
      if (width === 0 || height === 0) return BROKEN;
      if (!fits(width, height)) return TOO_LARGE;
    }
    if (PNG_KEPT.has(type)) kept.push(bytes.subarray(at, end));
    hasPicture ||= type === 'IDAT';
    if (type === 'IEND') return hasPicture ? { ok: true, bytes: Buffer.concat(kept), type: 'png' } : BROKEN;
    at = end;
  }
  return BROKEN;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

function bareJpeg(bytes: Buffer): BarePhoto {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let hasFrame = false;
  let hasScan = false;
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return BROKEN;
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END_OF_IMAGE) {
      kept.push(bytes.subarray(at, at + 2));
      return hasFrame && hasScan ? { ok: true, bytes: Buffer.concat(kept), type: 'jpeg' } : BROKEN;
    }
    if (at + 4 > bytes.length) return BROKEN;
    const length = bytes.readUInt16BE(at + 2);
    let end = at + 2 + length;
    if (length < 2 || end > bytes.length) return BROKEN;
    if (isFrame(marker)) {
      if (length < 8) return BROKEN;
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      if (width === 0 || height === 0) return BROKEN;
      if (!fits(width, height)) return TOO_LARGE;
      hasFrame = true;
    }
    if (marker === START_OF_SCAN) {
      end = endOfScan(bytes, end);
      hasScan = true;
    }
    if (belongsToPicture(marker)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return BROKEN;
}

/** SOF0 to SOF15, without the tables and extensions that lie between. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Everything but comments and application data; of that only JFIF's and Adobe's, which say how colours are meant. */
function belongsToPicture(marker: number): boolean {
  if (marker === 0xfe) return false;
  return marker < 0xe0 || marker > 0xef || marker === 0xe0 || marker === 0xee;
}

/** Where the coded picture ends: at the first marker that is neither stuffing nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] as number;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}
