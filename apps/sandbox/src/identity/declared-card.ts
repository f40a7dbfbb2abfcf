import type { DeclaredCard } from './card-facts.ts';
import { textInPoints } from './card-picture.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const KEYWORD = 'id-card';

/**
 * Reads the JSON behind `id-card` in a PNG's `tEXt` or `iTXt` chunk or in its points, or in a JPEG's comment. `undecodable` when the bytes
 * are neither picture, undefined when a picture declares nothing.
 */
export function readDeclaredCard(image: Buffer): DeclaredCard | 'undecodable' | undefined {
  const text = image.subarray(0, 8).equals(PNG)
    ? pngText(image)
    : image.readUInt16BE?.(0) === 0xffd8 && image.length > 4
      ? jpegComment(image)
      : 'undecodable';
  if (text === 'undecodable' || text === undefined) return text;
  try {
    const card: unknown = JSON.parse(text);
    return typeof card === 'object' && card !== null ? (card as DeclaredCard) : undefined;
  } catch {
    return undefined;
  }
}

function pngText(image: Buffer): string | undefined | 'undecodable' {
  for (let at = 8; at + 12 <= image.length; ) {
    const length = image.readUInt32BE(at);
    const type = image.toString('latin1', at + 4, at + 8);
    const data = image.subarray(at + 8, at + 8 + length);
    if (data.length < length) return 'undecodable';
    const end = data.indexOf(0);
    if (end > 0 && data.toString('latin1', 0, end) === KEYWORD) {
      if (type === 'tEXt') return data.toString('utf8', end + 1);
      // Flag and method of compression (none), then language and translated keyword, each ended by a zero.
      if (type === 'iTXt' && data[end + 1] === 0)
        return data.toString('utf8', data.indexOf(0, data.indexOf(0, end + 3) + 1) + 1);
    }
    if (type === 'IEND') return textInPoints(image);
    at += 12 + length;
  }
  return 'undecodable';
}

function jpegComment(image: Buffer): string | undefined | 'undecodable' {
  for (let at = 2; at + 4 <= image.length; ) {
    if (image[at] !== 0xff) return 'undecodable';
    const marker = image[at + 1] ?? 0;
    // From the start of the scan on there are no more segments.
    if (marker === 0xda || marker === 0xd9) return undefined;
    const length = image.readUInt16BE(at + 2);
    if (length < 2) return 'undecodable';
    const text = image.toString('utf8', at + 4, at + 2 + length);
    if (marker === 0xfe && text.startsWith(`${KEYWORD}\0`)) return text.slice(KEYWORD.length + 1);
    at += 2 + length;
  }
  return 'undecodable';
}
