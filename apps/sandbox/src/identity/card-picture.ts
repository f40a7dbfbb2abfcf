import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { DeclaredCard } from './card-facts.ts';

/** As printed cards are shaped. */
const WIDTH = 642;
const HEIGHT = 405;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Eight bits of grey, not interlaced. */
const GREY = Buffer.from([8, 0, 0, 0, 0]);
const KEYWORD = Buffer.from('id-card\0');
const LARGEST = 32 * 1024 * 1024;
const PAPER = 0xee;
const INK = 0x77;

/**
 * A grey PNG that looks like a card from afar and declares `card` in its own points: the bytes of its first rows are
 * `id-card`, a zero, the JSON, a zero. So it is still understood when everything but the picture was taken out of it.
 */
export function cardPicture(card: DeclaredCard): Buffer {
  const points = Buffer.alloc(WIDTH * HEIGHT, PAPER);
  const fill = (left: number, top: number, width: number, height: number): void => {
    for (let row = top; row < top + height; row += 1) points.fill(INK, row * WIDTH + left, row * WIDTH + left + width);
  };
  if (card.authority === undefined) fill(430, 90, 150, 190);
  else fill(50, 60, 120, 120);
  for (const [row, width] of [220, 160, 300, 300, 240].entries())
    fill(card.authority ? 230 : 60, 90 + row * 50, width, 14);
  Buffer.concat([KEYWORD, Buffer.from(JSON.stringify(card)), Buffer.from([0])]).copy(points);
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (let row = 0; row < HEIGHT; row += 1) points.copy(rows, row * (WIDTH + 1) + 1, row * WIDTH, (row + 1) * WIDTH);
  const size = Buffer.alloc(8);
  size.writeUInt32BE(WIDTH);
  size.writeUInt32BE(HEIGHT, 4);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([size, GREY])),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The JSON in the points of such a picture, or undefined. */
export function textInPoints(png: Buffer): string | undefined {
  if (png.length < 33 || !png.subarray(24, 29).equals(GREY)) return undefined;
  const width = png.readUInt32BE(16);
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  try {
    const rows = inflateSync(Buffer.concat(parts), { maxOutputLength: LARGEST });
    const points: Buffer[] = [];
    // Rows that were filtered are another program's picture.
    for (let at = 0; at < rows.length && rows[at] === 0; at += width + 1)
      points.push(rows.subarray(at + 1, at + 1 + width));
    const all = Buffer.concat(points);
    if (!all.subarray(0, KEYWORD.length).equals(KEYWORD)) return undefined;
    return all.toString('utf8', KEYWORD.length, all.indexOf(0, KEYWORD.length));
  } catch {
    return undefined;
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(named));
  return Buffer.concat([head, named, tail]);
}
