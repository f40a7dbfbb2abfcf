import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspectFile } from './inspect-file.ts';

const segment = (marker: number, body: Buffer | string): Buffer => {
  const content = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};
const size = (side: number) => {
  const frame = Buffer.from('080000000001011100', 'hex');
  frame.writeUInt16BE(side, 1);
  frame.writeUInt16BE(side, 3);
  return frame;
};
const SCAN = Buffer.concat([segment(0xda, Buffer.from('0101003f00', 'hex')), Buffer.from('12ff0034ffd156', 'hex')]);
const EXIF = (orientation: number) => {
  const tiff = Buffer.from('49492a000800000002000f01020005000000', 'hex');
  return Buffer.concat([
    Buffer.from('Exif\0\0', 'latin1'),
    tiff,
    Buffer.from(`26000000120103000100000000000000${'00'.repeat(4)}`, 'hex').fill(orientation, 12, 13),
    Buffer.from('GPS 32.06N 118.78E'),
  ]);
};
function jpeg(more: Buffer[] = [], side = 800, after = ''): Buffer {
  const parts = [Buffer.from('ffd8', 'hex'), segment(0xe0, 'JFIF\0\u0001\u0001'), ...more, segment(0xdb, 'table')];
  return Buffer.concat([...parts, segment(0xc0, size(side)), SCAN, Buffer.from('ffd9', 'hex'), Buffer.from(after)]);
}

const chunk = (type: string, body: Buffer | string): Buffer => {
  const content = Buffer.concat([Buffer.from(type), Buffer.from(body as string, 'latin1')]);
  const out = Buffer.alloc(content.length + 8);
  out.writeUInt32BE(content.length - 4, 0);
  content.copy(out, 4);
  out.writeUInt32BE(crc32(content), content.length + 4);
  return out;
};
function png(more: Buffer[] = [], side = 800, after = ''): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const data = chunk('IDAT', deflateSync(Buffer.alloc(64)).toString('latin1'));
  const parts = [signature, chunk('IHDR', head.toString('latin1')), ...more, data, chunk('IEND', '')];
  return Buffer.concat([...parts, Buffer.from(after)]);
}

const pdf = (objects: string, end = '\n'): Buffer =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[]/Count 0>> endobj\n${objects}\nxref\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF${end}`,
    'latin1',
  );
const objectStream = (content: string, dictionary = '/Type/ObjStm/N 1/First 4/Filter/FlateDecode') => {
  const data = deflateSync(Buffer.from(content)).toString('latin1');
  return `5 0 obj <<${dictionary}/Length ${data.length}>>\nstream\n${data}\nendstream endobj`;
};

const mediaTypeOf = (bytes: Buffer) => {
  const inspected = inspectFile(bytes);
  return inspected.ok ? inspected.mediaType : inspected.message;
};

describe('what is taken', () => {
  test.each([
    ['image/jpeg', jpeg()],
    ['image/png', png()],
    ['application/pdf', pdf('')],
    ['application/pdf', pdf(objectStream('9 0 <</Type/Page>>'))],
    ['application/pdf', pdf('3 0 obj <</Length 9>>\nstream\n/JS /AA ab\nendstream endobj')],
  ])('%s', (mediaType, bytes) => {
    expect(mediaTypeOf(bytes)).toBe(mediaType);
  });

  test('place, time, comments and whatever follows a picture go; which way is up stays', () => {
    const photo = jpeg(
      [segment(0xe1, EXIF(6)), segment(0xfe, 'taken by me'), segment(0xed, 'Photoshop')],
      800,
      '<script>PK\u0003\u0004',
    );
    const cleaned = inspectFile(photo);
    expect(cleaned.ok).toBe(true);
    const bytes = cleaned.ok ? cleaned.bytes : Buffer.alloc(0);
    for (const gone of ['GPS', 'taken by me', 'Photoshop', 'script', 'PK']) expect(bytes.includes(gone)).toBe(false);
    expect(bytes.subarray(2, 4).toString('hex')).toBe('ffe1');
    expect(bytes.toString('hex')).toContain('011200030000000100060000');
    expect(bytes.subarray(-2).toString('hex')).toBe('ffd9');
    // What was written is a file of its own kind again, and the same one.
    expect(inspectFile(bytes)).toEqual(cleaned);
  });

  test('a PNG keeps its picture only', () => {
    const cleaned = inspectFile(
      png([chunk('tEXt', 'Author\0me'), chunk('eXIf', 'GPS'), chunk('gAMA', '\0\0\u00b1\u008f')], 800, 'MZ'),
    );
    const bytes = cleaned.ok ? cleaned.bytes : Buffer.alloc(0);
    for (const gone of ['Author', 'GPS', 'MZ']) expect(bytes.includes(gone)).toBe(false);
    expect(bytes.includes('gAMA')).toBe(true);
    expect(inspectFile(bytes)).toEqual(cleaned);
  });
});

describe('what is refused', () => {
  test.each([
    ['nothing', Buffer.alloc(0), '只收'],
    ['text', Buffer.from('hello'), '只收'],
    ['a page', Buffer.from('<html><script>alert(1)</script>'), '只收'],
    ['a program', Buffer.from('MZ\u0090\0', 'latin1'), '只收'],
    ['an archive', Buffer.from('PK\u0003\u0004'), '只收'],
    ['an animation', Buffer.from('GIF89a/*'), '只收'],
    ['an iPhone photo', Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0'), 'HEIC'],
    ['a page that ends as a JPEG', Buffer.concat([Buffer.from('<html>'), jpeg()]), '只收'],
    ['a cut JPEG', jpeg().subarray(0, -1), '不完整'],
    ['a JPEG without a picture', Buffer.from('ffd8ffe000044a46ffd9', 'hex'), '不完整'],
    ['a JPEG whose length lies', jpeg([Buffer.from('ffe1ffff', 'hex')]), '不完整'],
    ['a stamp', jpeg([], 20), '太小'],
    ['a bomb', jpeg([], 60_000), '太大'],
    ['a PNG bomb', png([], 2_000_000_000), '太大'],
    ['a PNG with a broken sum', Buffer.from(png().map((byte, at) => (at === 20 ? byte ^ 1 : byte))), '不完整'],
    ['a PNG with an unknown critical chunk', png([chunk('EVIL', 'x')]), '不完整'],
    ['a PDF with a program', pdf('3 0 obj <</S/JavaScript/JS(app.alert\\(1\\))>> endobj'), '程序'],
    ['a name spelt in figures', pdf('3 0 obj <</S/J#61vaScript>> endobj'), '程序'],
    ['a short name', pdf('3 0 obj <</AA<</O 4 0 R>>>> endobj'), '程序'],
    ['a start of something', pdf('3 0 obj <</S/Launch/F(cmd.exe)>> endobj'), '程序'],
    ['an attachment', pdf('3 0 obj <</Type/EmbeddedFile>> endobj'), '程序'],
    ['a program in an object stream', pdf(objectStream('9 0 <</S/JavaScript/JS(1)>>')), '程序'],
    ['a short name in an object stream', pdf(objectStream('9 0 <</JS(1)>>')), '程序'],
    [
      'an object stream in a code we do not read',
      pdf(objectStream('x', '/Type/ObjStm/Filter[/ASCIIHexDecode/FlateDecode]')),
      '不完整',
    ],
    [
      'an object stream that is none',
      pdf('5 0 obj <</Type/ObjStm/Filter/FlateDecode>>\nstream\nxx\nendstream'),
      '不完整',
    ],
    ['a locked PDF', pdf('trailer<</Encrypt 4 0 R>>'), '密码'],
    ['a PDF with something behind its end', pdf('', '\nPK\u0003\u0004'), '不完整'],
    ['a PDF that begins later', Buffer.concat([Buffer.from('GIF89a'), pdf('')]), '只收'],
    ['a PDF without an end', pdf('').subarray(0, 60), '不完整'],
  ])('%s', (_what, bytes, words) => {
    expect(mediaTypeOf(bytes)).toContain(words);
  });

  test('an object stream that swells is not read to its end', () => {
    const swollen = pdf(objectStream(' '.repeat(30_000_000)));
    expect(swollen.length).toBeLessThan(100_000);
    expect(mediaTypeOf(swollen)).toContain('不完整');
  });

  test('no bytes make it fail, and a picture cut or changed anywhere is still a picture or nothing', () => {
    const good = [jpeg([segment(0xe1, EXIF(3))]), png([chunk('tEXt', 'a')]), pdf(objectStream('9 0 <<>>'))];
    const mangled = fc
      .tuple(fc.constantFrom(...good), fc.nat(), fc.nat(255), fc.boolean())
      .map(([bytes, at, value, cut]) =>
        cut
          ? bytes.subarray(0, at % bytes.length)
          : Buffer.from(bytes.map((byte, index) => (index === at % bytes.length ? value : byte))),
      );
    fc.assert(
      fc.property(
        fc.oneof(
          mangled,
          fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
        ),
        (bytes) => {
          const inspected = inspectFile(bytes);
          return inspected.ok ? inspected.bytes.length > 0 : inspected.message.length > 5;
        },
      ),
      { numRuns: 400 },
    );
  });
});
