import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { barePhoto } from './bare-photo.ts';

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);
const frame = (width = 8, height = 8) =>
  segment(0xc0, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]));
/** Coded points with stuffing and a restart in them. */
const scan = Buffer.concat([
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3]),
]);
const exif = segment(0xe1, Buffer.from('Exif\0\0 31.2304N 120.6N'));
const jfif = segment(0xe0, Buffer.from('JFIF\0'));

const chunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
};
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const header = (width = 1, height = 1) => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width);
  data.writeUInt32BE(height, 4);
  return chunk('IHDR', data);
};
const points = chunk('IDAT', deflateSync(Buffer.alloc(2)));
const last = chunk('IEND', Buffer.alloc(0));

test('a JPEG loses place, comment, preview and what hangs on behind, and keeps its picture', () => {
  const more = [
    segment(0xfe, Buffer.from('note')),
    segment(0xed, Buffer.from('IPTC')),
    segment(0xe2, Buffer.from('ICC')),
  ];
  // A progressive picture has tables and a second scan behind the first.
  const second = Buffer.concat([segment(0xc4, Buffer.from([0, 1])), scan]);
  const photo = Buffer.concat([START, jfif, exif, ...more, frame(), scan, second, END, Buffer.from('a film')]);
  expect(barePhoto(photo)).toEqual({
    ok: true,
    type: 'jpeg',
    bytes: Buffer.concat([START, jfif, frame(), scan, second, END]),
  });
});

test('a PNG keeps what is needed to draw it', () => {
  const more = [
    chunk('eXIf', Buffer.from('place')),
    chunk('tEXt', Buffer.from('k\0v')),
    chunk('iTXt', Buffer.from('x')),
  ];
  const photo = Buffer.concat([SIGNATURE, header(), ...more, points, last, Buffer.from('more')]);
  expect(barePhoto(photo)).toEqual({
    ok: true,
    type: 'png',
    bytes: Buffer.concat([SIGNATURE, header(), points, last]),
  });
});

test.each([
  ['nothing', Buffer.alloc(0), 'no-photo'],
  ['a web page', Buffer.from('<svg onload=alert(1)>'), 'no-photo'],
  ['a GIF', Buffer.from('GIF89a'), 'no-photo'],
  ['a JPEG that stops', Buffer.concat([START, frame(), scan]), 'broken'],
  ['a JPEG without a picture', Buffer.concat([START, jfif, END]), 'broken'],
  [
    'a JPEG whose segment is longer than the file',
    Buffer.concat([START, Buffer.from([0xff, 0xe1, 0xff, 0xff])]),
    'broken',
  ],
  ['a JPEG with text between', Buffer.concat([START, Buffer.from('<script>')]), 'broken'],
  ['a JPEG of no height', Buffer.concat([START, frame(8, 0), scan, END]), 'broken'],
  ['a JPEG of too many points', Buffer.concat([START, frame(60_000, 60_000), scan, END]), 'too-large'],
  ['a PNG of too many points', Buffer.concat([SIGNATURE, header(100_000, 100_000), points, last]), 'too-large'],
  ['a PNG without a header', Buffer.concat([SIGNATURE, points, last]), 'broken'],
  ['half a PNG', Buffer.concat([SIGNATURE, header(), points]).subarray(0, 40), 'broken'],
])('%s is refused', (_name, bytes, reason) => {
  expect(barePhoto(bytes)).toEqual({ ok: false, reason });
});
