import { crc32, deflateSync } from 'node:zlib';

/** A grey picture that a browser shows: 160 by 120. */
export function greyPicture(): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const content = Buffer.concat([Buffer.from(type), body]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    sum.writeUInt32BE(crc32(content));
    return Buffer.concat([length, content, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(160, 0);
  head.writeUInt32BE(120, 4);
  head[8] = 8;
  const rows = Buffer.alloc(120 * 161, 0xc0);
  for (let row = 0; row < 120; row++) rows[row * 161] = 0;
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
}
