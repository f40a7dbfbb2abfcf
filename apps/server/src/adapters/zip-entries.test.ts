import { expect, test } from 'vitest';
import { type Part, zipOf } from './testing/zip-of.ts';
import { zipEntries } from './zip-entries.ts';

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
