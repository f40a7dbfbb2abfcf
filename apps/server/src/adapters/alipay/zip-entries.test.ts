import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipEntries } from './zip-entries.ts';

interface Part {
  readonly name: string;
  readonly text: string;
  readonly packed?: boolean;
}

/** A zip as the format's description has it: each file, the list of them, the end. */
function zipOf(parts: readonly Part[], comment = ''): Buffer {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const { name, text, packed = false } of parts) {
    const plain = Buffer.from(text);
    const content = packed ? deflateRawSync(plain) : plain;
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(packed ? 8 : 0, 4);
    facts.writeUInt32LE(crc32(plain), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(plain.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const extra = Buffer.from('xx');
    facts.writeUInt16LE(extra.length, 24);
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), extra, content]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    const listed = Buffer.from(facts);
    listed.writeUInt16LE(0, 24);
    list.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), listed, rest, Buffer.from(name));
    files.push(file);
    at += file.length;
  }
  const listBytes = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(listBytes.length, 8);
  end.writeUInt32LE(at, 12);
  end.writeUInt16LE(comment.length, 16);
  return Buffer.concat([...files, listBytes, Buffer.from('PK\x05\x06', 'latin1'), end, Buffer.from(comment)]);
}

const parts: Part[] = [
  { name: 'a.csv', text: 'first' },
  { name: 'b.csv', text: 'second '.repeat(100), packed: true },
];
const read = (zip: Buffer, maxBytes = 10_000) =>
  zipEntries(zip, maxBytes).map(({ name, content }) => [name.toString(), content.toString()]);

test.each(['', 'made by nobody'])('stored and deflated files come out, with the comment “%s”', (comment) => {
  expect(read(zipOf(parts, comment))).toEqual(parts.map(({ name, text }) => [name, text]));
});

test('damaged, cut off, too large or no zip at all is refused', () => {
  const zip = zipOf(parts);
  // Inside the stored file's content, and inside the deflated one's.
  for (const at of [zip.indexOf('first') + 2, zip.indexOf('b.csv') + 12]) {
    const damaged = Buffer.from(zip);
    damaged[at] = (damaged[at] as number) ^ 1;
    expect(() => read(damaged)).toThrow(RangeError);
  }
  expect(() => read(zip, 100)).toThrow(RangeError);
  expect(() => read(zip.subarray(0, zip.length - 30))).toThrow(RangeError);
  for (const text of ['', '<html>not found</html>']) expect(() => read(Buffer.from(text))).toThrow(RangeError);
});
